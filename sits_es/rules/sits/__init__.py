"""The Saganami Island Tactical Simulator, first edition."""

from sits_es.rules.sits.sits import Sits

#: The system, as `sits_es.rules.system` finds it.
SYSTEM = Sits()
