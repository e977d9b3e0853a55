"""Hypothesis strategies for records: every event, every field, known and unknown, and names that try the readers."""

from typing import Any

from hypothesis import strategies as st

from audit.cards import NAMES
from audit.records.models import OPTIONS, Record
from audit.rules.seats import Seating
from audit.rules.variants import VARIANTS

cards = st.sampled_from(NAMES)
cards_or_unknown = st.none() | cards
card_lists = st.lists(cards, max_size=7)
tricks = st.lists(cards_or_unknown, max_size=5)
hands = st.none() | st.integers(0, 52) | st.lists(cards_or_unknown, max_size=7)
labels = st.from_regex(r"[A-Za-z0-9_-]{1,12}", fullmatch=True) | st.sampled_from(
    ["W", "N", "E", "S", "to", "missing", "for", "agreed", "exhausted", "deal", "hands", "6D", "10H", "7", "points"]
)
texts = st.text(max_size=12) | st.sampled_from(
    ['say "so"', "two\nlines", "a ; b", "a\\b", "[Game]", "W: 4D", "?", "", "\u2028", "\x85", "\ufeff", "20:15", "a=1"]
)
numbers = st.integers(-(10**20), 10**20)
options = st.dictionaries(st.sampled_from(OPTIONS), st.booleans())
scores = st.integers(-3, 70)


def event(do: str, fields: dict[str, Any], optional: dict[str, Any] | None = None) -> st.SearchStrategy[dict[str, Any]]:
    """An event as JSON has it, with and without its optional fields."""
    return st.fixed_dictionaries({"do": st.just(do), **fields}, optional=optional or {})


def events(seats: st.SearchStrategy[str], sides: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Any event at a table of these seats and sides."""

    def by(names: st.SearchStrategy[str], values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
        return st.dictionaries(names, values, max_size=4)

    seat, side, card = {"seat": seats}, {"side": sides}, {"card": cards}
    some = st.none() | st.lists(seats, max_size=3)
    count = st.none() | st.integers(0, 52)
    maybe_list = st.none() | card_lists
    return st.one_of(
        event("cut-for-deal", {"cards": by(seats | texts, cards)}),
        event("cut-for-trump", {"cards": by(seats, cards)}),
        event("shuffle", seat),
        event("cut", seat, {"at": count}),
        event("no-cut", {}),
        event("deal", {"hands": by(seats, hands)}),
        event("turn", {}, {"card": cards_or_unknown, "cards": maybe_list}),
        event("faced", {}, {"card": cards_or_unknown}),
        event("expose", {**seat, "card": cards_or_unknown}, {"while": st.sampled_from([None, "dealing", "play"])}),
        event("look", seat),
        event("announce", {**seat, "count": st.integers(0, 52)}),
        event("elect", {**side, "choice": st.sampled_from(["stand", "redeal"])}),
        event("stand", seat),
        event("beg", seat),
        event("give", seat, {"to": some}),
        event("run", {"hands": by(seats, hands)}),
        event(
            "bunch",
            {},
            {
                "seat": st.none() | seats,
                "agreed": st.none() | st.booleans(),
                "reason": st.sampled_from([None, "exhausted"]),
            },
        ),
        event("discard", seat, {"cards": maybe_list, "count": count}),
        event("trick", {"cards": tricks}, {"seat": st.none() | seats, "missing": some}),
        event("play", seat, {"card": cards_or_unknown, "cards": maybe_list}),
        event("keep", {**side, **card}),
        event("show-low", {**seat, **card}),
        event("take-back", {**seat, **card}),
        event("quit", {}),
        event("call", {**side, **card}),
        event("draw", {**seat, "card": cards_or_unknown}),
        event(
            "claim",
            {**side, "point": st.sampled_from(["high", "low", "jack", "game"])},
            {"card": cards_or_unknown.filter(bool), "deal": st.none() | numbers},
        ),
        event("peg", {**side, "points": numbers}),
        event("piles", {"piles": by(sides, card_lists)}),
        event("counts", {"counts": by(sides, numbers)}),
        event("stock", {"cards": tricks}),
        event("claim-revoke", {**side, **seat}, {"trick": st.none() | st.integers(1, 30)}),
        event("penalty", {**side, "points": scores}, {"for": st.none() | texts}),
        event("redeal", {}, {"reason": st.none() | texts | st.sampled_from(["misdeal", "bunched"])}),
        event("note", {"text": texts}),
    )


def deals(seats: st.SearchStrategy[str], sides: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """A deal as JSON has it."""
    names = st.sampled_from(["high", "low", "jack", "game", "turned-jack", "gift"])
    table = st.none() | st.dictionaries(sides, scores, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "number": st.none() | st.integers(0, 10**6),
            "dealer": st.none() | seats,
            "at": st.none() | texts,
            "score_before": table,
            "events": st.lists(events(seats, sides), max_size=8),
            "points": st.none() | st.dictionaries(sides, st.lists(names, max_size=4), max_size=3),
            "score_after": table,
        },
    )


@st.composite
def record_values(draw: st.DrawFn) -> dict[str, Any]:
    """A record as JSON has it: any sense or nonsense that the models take."""
    variant = draw(st.sampled_from(list(VARIANTS)))
    game = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "id": st.none() | texts,
                "options": options,
                "date": st.none() | texts,
                "place": st.none() | texts,
                "scores": st.sampled_from(["made", "to-go"]),
            },
        )
    )
    if variant != "seven-up" or draw(st.booleans()):
        game["variant"] = variant
    if draw(st.booleans()):
        seated = draw(
            st.sampled_from(VARIANTS[variant].players).flatmap(
                lambda n: st.lists(labels, min_size=n, max_size=n, unique=True)
            )
        )
        person = {"player": st.none() | texts, "id": st.none() | texts}
        game["seats"] = [{"seat": seat, **draw(st.fixed_dictionaries({}, optional=person))} for seat in seated]
        seats, sides = st.sampled_from(seated), st.sampled_from(Seating(seated).sides)
    else:
        seats = sides = labels | texts
    if draw(st.booleans()):
        game["winner"] = draw(st.none() | sides)
    value = {"format": "all-fours/1", "game": game}
    if draw(st.booleans()) or draw(st.booleans()):
        value["deals"] = draw(st.lists(deals(seats, sides), max_size=3))
    return value


records = record_values().map(Record.model_validate)
"""Any record."""
