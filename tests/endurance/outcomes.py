"""What became of a run, in figures and in a line."""

from __future__ import annotations

from collections import Counter

from attrs import Factory, define


@define(kw_only=True)
class Result:
    """What became of a run. fault: what is wrong, or None; ways: ways out that were taken, by how often."""

    seed: int
    scene: str
    accidents: tuple[str, ...] = ()
    fault: str | None = None
    end: str = ""
    days: int = 0
    letters: int = 0
    kills: int = 0
    sessions: int = 0
    seconds: float = 0.0
    ways: Counter[str] = Factory(Counter)
    head: str = ""
    refusals: list[str] = Factory(list)

    def in_words(self) -> str:
        """A line about the run."""
        what = f"FAULT: {self.fault}" if self.fault else self.end
        ways = ", ".join(f"{name} x{count}" for name, count in sorted(self.ways.items()))
        told = f"seed {self.seed} {self.scene}: {what}; {self.days} days, {self.letters} letters"
        told += f", {self.sessions} sessions"
        extra = [*self.accidents, *([f"ways out: {ways}"] if ways else [])]
        return "; ".join([told, *extra, f"{self.seconds:.1f} s"])


def faults_in(results: list[Result]) -> list[str]:
    """What is wrong, run by run."""
    return [result.in_words() for result in results if result.fault is not None]
