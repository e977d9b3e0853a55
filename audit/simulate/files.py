"""Records and their truth into files."""

import json
import os
from pathlib import Path

from audit.errors import UsageError
from audit.records.inputs import STANDARD_INPUT
from audit.records.writing import check_target, format_to_write, whole_file
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
    with whole_file(beside) as stream:
        separator = ""

        def tell(deal: Json) -> None:
            nonlocal separator
            stream.write(f"{separator}\n  {json.dumps(deal, ensure_ascii=False)}")
            separator = ","

        truth = Truth(plan, tell=tell)
        stream.write(f'{{{_members(truth.planned())},\n"crooked": [')
        if format_to_write(path, format) == "jsonl":
            with whole_file(path) as lines:
                lines.writelines(json_lines(plan, truth))
        else:
            write_records(simulate(plan, truth), path, format, force=force)
        end = "\n" if separator else ""
        stream.write(f"{end}],\n{_members(truth.counted())}}}\n")
    return truth


def _members(value: Json) -> str:
    return ",\n".join(f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}" for key, item in value.items())
