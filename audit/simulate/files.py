"""Records and their truth into files."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from audit.errors import UsageError
from audit.records.inputs import STANDARD_INPUT, shown
from audit.records.writing import check_target
from audit.records.writing import write as write_records
from audit.simulate.plan import Plan
from audit.simulate.records import Json
from audit.simulate.simulate import json_lines, simulate
from audit.simulate.truth import Truth


def truth_beside(target: str | os.PathLike[str]) -> Path:
    """The file of the truth; its ending is none that is read as records, so that it can lie among them."""
    path = Path(target)
    return path.with_name(path.name + ".truth")


def write(plan: Plan, target: str | os.PathLike[str], format: str | None = None, *, force: bool = False) -> Truth:
    """Write the records to a file, and the truth as JSON beside it, to `target` + `.truth`.

    Args:
        plan: what is simulated.
        target: the file of the records.
        format: one that `audit.records.writing.write` takes; without it the file's ending tells.
        force: files that stand there are replaced.

    Returns:
        The truth, without the list of the crooked deals, which stands in its file only.

    Raises:
        UsageError: a file exists or cannot be written, or the format is unknown.
    """
    path = Path(target)
    if str(path) == STANDARD_INPUT:
        raise UsageError("the truth is written beside the records; expected the name of a file")
    check_target(path, force)
    beside = truth_beside(target)
    check_target(beside, force)
    try:
        with _whole(beside) as stream:
            separator = ""

            def tell(deal: Json) -> None:
                nonlocal separator
                stream.write(f"{separator}\n  {json.dumps(deal, ensure_ascii=False)}")
                separator = ","

            truth = Truth(plan, tell=tell)
            stream.write(f'{{{_members(truth.planned())},\n"crooked": [')
            if format == "jsonl" or (format is None and path.suffix.lower() == ".jsonl"):
                with _whole(path) as lines:
                    lines.writelines(json_lines(plan, truth))
            else:
                write_records(simulate(plan, truth), path, format, force=force)
            stream.write(f"{chr(10) if separator else ''}],\n{_members(truth.counted())}}}\n")
    except OSError as error:
        raise UsageError(f"{shown(str(path))} cannot be written: {(error.strerror or str(error)).lower()}") from None
    return truth


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
    """A file that is there whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _members(value: Json) -> str:
    return ",\n".join(f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}" for key, item in value.items())
