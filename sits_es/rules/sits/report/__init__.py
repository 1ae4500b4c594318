"""What SITS says of its events and boards, before anybody draws it."""

from sits_es.rules.sits.report.comparison import differences
from sits_es.rules.sits.report.explain import explain
from sits_es.rules.sits.report.luck import luck
from sits_es.rules.sits.report.standing import standing

__all__ = ["differences", "explain", "luck", "standing"]
