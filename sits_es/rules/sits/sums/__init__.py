"""The sums of SITS, on numbers and tables: each is done once, for play, and says how it is redone on paper.

What play takes of a sum stands in its fields; `steps` are the sentences of the way there, each with its source. They
are worded when somebody asks: `explain` and the reports of what happened, `sits calc` of what is typed.
"""
