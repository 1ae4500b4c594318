"""A class that somebody asks for by a name that is not among those known here: where it is, or which have that word."""

from __future__ import annotations

from collections.abc import Iterable

from commands.verbs import systems


def no_such_class(name: str, known: Iterable[str]) -> str:
    """Say that there is no class of that name, and what may have been meant.

    That is another rule system's class of that name, with the command that shows it, or the classes whose names hold
    the word, or else as of `unknown`. known: the classes that were looked through, by name.
    """
    from commands.home import home
    from sits_es.orders.names import same
    from sits_es.rules import system
    from sits_es.sentences import PLAIN, listed, quoted, unknown
    from sits_es.service.card_list import card_list

    every = tuple(known)
    verbs = {package.__name__.rpartition(".")[2]: getattr(package, "CARDS", None) for package in systems()}
    for rules, cards in card_list(home(), None).cards.items():
        meant = same(name, [card.name for card in cards])
        if meant is not None and (verb := verbs.get(rules)) is not None:
            return f'{meant} is a class of {system(rules).title}. See it: sits {verb} show "{meant}".'
    holding = [each for each in every if name.strip() and name.casefold() in each.casefold()]
    if holding:
        called = name if PLAIN.fullmatch(name) else quoted(name)
        return f"There is no class {called}. Classes with that word: {listed(holding)}."
    return unknown("class", name, every, "classes")
