"""Games whose letters get lost, come twice, take up to thirty days and overtake each other: all records end equal.

python -m tests.endurance.lost_mail --runs 200 --seed 1 --jobs 2
"""

from tests.endurance.many_runs import main

if __name__ == "__main__":
    raise SystemExit(main(None, name="lost_mail", about=__doc__ or "", failing=False))
