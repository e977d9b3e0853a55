"""The answer of `audit power` in a sentence."""

from typing import Any

from audit.report.findings import many


def sentence(found: dict[str, Any]) -> str:
    """How many deals it takes, or what rate so many would show."""
    club = f"in a club of {found['people']:,}, " if found["people"] > 1 else ""
    what = f"{found['hypothesis']} ({found['counted']})"
    head = f"{what}, {club}level {found['level']:g}, honest rate {found['honest_rate']:.4g}: "
    if "rate" in found:
        if found["median"] is None:
            return f"{head}a rate of {found['rate']:.4g} is not seen within 20,000 deals."
        most = f"{found['most']:,}" if found["most"] is not None else "more than 20,000"
        seen = f"a rate of {found['rate']:.4g} is seen after {found['median']:,} deals half the time"
        return f"{head}{seen}, after {most} four times in five."
    deals = many(found["deals"], "deal")
    if found["detectable_rate"] is None:
        return f"{head}{deals} can show nothing."
    return f"{head}{deals} can show a rate of {found['detectable_rate']:.4g} or more four times in five."
