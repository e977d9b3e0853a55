"""The club's casebook, read: documents of `docs/rulings/`, each case with its record and what is stated of it.

A document is Markdown. A second-level heading begins a case; prose tells what happened; a `fours` block holds the
record (two blocks: two records of one deal); a paragraph that begins with a heading in bold, such as `**Findings:**`,
states something that the engine must say; a table of choices goes with the ruling, one of answers with its question.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rulings"
INDEX = FOLDER / "README.md"
CLAUSE = re.compile(r"\b[A-Z]{3,4}-\d+\b")

TABLES = {"choice": "Ruling", "answer": "Undecided"}
"""The first column of a table, and the statement that it belongs to."""

Row = dict[str, str]


@dataclass
class Statement:
    """A statement of a case: its heading, what it says, and the rows of the table below it."""

    heading: str
    text: str
    rows: list[Row] = field(default_factory=list)

    @property
    def items(self) -> list[str]:
        """The parts between semicolons."""
        return [part.strip() for part in self.text.removesuffix(".").split(";") if part.strip()]

    @property
    def clauses(self) -> set[str]:
        return set(CLAUSE.findall(self.text))


@dataclass
class Ruled:
    """A case of the casebook: where it stands, the records, and the statements."""

    document: str
    title: str
    records: list[str] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)

    def all(self, heading: str) -> list[Statement]:
        return [statement for statement in self.statements if statement.heading == heading]

    def one(self, heading: str) -> Statement | None:
        found = self.all(heading)
        if len(found) > 1:
            raise ValueError(f"{self}: {heading} is stated twice")
        return found[0] if found else None

    def add_table(self, rows: list[Row]) -> None:
        """A table of choices belongs to the ruling, a table of answers to the question above it."""
        heading = TABLES.get(next(iter(rows[0])))
        owner = self.all(heading)[-1:] if heading else []
        if not owner or owner[0].rows:
            raise ValueError(f"{self}: a table that belongs to no statement")
        owner[0].rows = rows

    def __str__(self) -> str:
        return f"{self.document}: {self.title}"


@dataclass
class Document:
    """A document of the casebook: its file, its title, its cases and every clause that it names."""

    path: Path
    title: str
    cases: list[Ruled]
    clauses: list[str]


def blocks(text: str) -> list[str]:
    """The blocks of a Markdown text: what stands between empty lines, a fence being one block."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    found: list[str] = []
    for part in parts:
        found += [part] if part.startswith("```") else re.split(r"\n\s*\n", part)
    return [block.strip() for block in found if block.strip()]


def table(block: str) -> list[Row]:
    """The rows of a Markdown table, each by the names of its columns."""
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
    head, rule, *rows = lines
    if not all(re.fullmatch(r":?-+:?", cell) for cell in rule):
        raise ValueError(f"no table: {block}")
    return [dict(zip(head, row, strict=True)) for row in rows]


def read(path: Path) -> Document:
    """Read a document.

    Raises:
        ValueError: something in it is neither prose, record, statement nor table of one.
    """
    text = path.read_text(encoding="utf-8")
    title, cases = "", []
    for block in blocks(text):
        case = cases[-1] if cases else None
        if block.startswith("# "):
            title = block[2:]
        elif block.startswith("## "):
            cases.append(Ruled(path.name, block[3:]))
        elif case is None:
            if block.startswith(("```", "|", "**")):
                raise ValueError(f"{path.name}: a record or statement before the first case")
        elif block.startswith("```"):
            language, _, record = block.removesuffix("```").removeprefix("```").partition("\n")
            if language != "fours":
                raise ValueError(f"{case}: a block of {language or 'nothing'}; expected fours")
            case.records.append(record)
        elif block.startswith("|"):
            case.add_table(table(block))
        elif block.startswith("**"):
            case.statements += statements(block, case)
    return Document(path, title, cases, sorted(set(CLAUSE.findall(text)), key=clause_order))


def statements(block: str, case: Ruled) -> list[Statement]:
    """The statements of a paragraph; each begins on a line of its own."""
    found: list[Statement] = []
    for line in block.splitlines():
        begun = re.match(r"\*\*([A-Z][a-z ]*):\*\* *(.*)", line)
        if begun:
            found.append(Statement(begun[1], begun[2]))
        elif found and not line.startswith("**"):
            found[-1].text += " " + line.strip()
        else:
            raise ValueError(f"{case}: {line!r} is no statement")
    return found


def clause_order(clause: str) -> tuple[str, int]:
    name, number = clause.split("-")
    return name, int(number)


def documents() -> list[Document]:
    """Every document of the casebook, in the order of the index."""
    return [read(path) for path in sorted(FOLDER.glob("*.md")) if path != INDEX]


def index_rows(found: list[Document]) -> list[str]:
    """The rows of the index: a document, the number of its cases, the clauses that it rests on."""
    return [
        f"| [{document.title}]({document.path.name}) | {len(document.cases)} | {', '.join(document.clauses)} |"
        for document in found
    ]
