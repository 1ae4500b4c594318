"""What SITS says of its events and boards, before anybody draws it."""

from sits_es.rules.sits.report.board import differences, standing
from sits_es.rules.sits.report.explain import explain
from sits_es.rules.sits.report.luck import luck

__all__ = ["differences", "explain", "luck", "standing"]
