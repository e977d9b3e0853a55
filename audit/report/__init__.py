"""What people read: the terminal and Markdown. Nothing here decides anything."""
