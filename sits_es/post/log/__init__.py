"""A game by mail as one ordered log: pure values and functions, without clock, files, mail or secret keys.

`packets` are what programs send each other, `entries` what the keeper orders, `state` what the entries add up to.
`apply` takes one entry to the next state; `exchanges`, `decisions` and `keepers` hold the rules it follows. `due` says
what an honest program does next. Rule: house, for play by mail.
"""
