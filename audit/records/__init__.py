"""What people keep: the record as pydantic models, and one module a file format."""
