"""Games in which one player at a time is killed, restored from an old copy, loses the folder, or is gone for good.

python -m tests.endurance.failing_players --runs 200 --seed 1 --jobs 2
"""

from tests.endurance.many_runs import main

if __name__ == "__main__":
    raise SystemExit(main(None, name="failing_players", about=__doc__ or "", failing=True))
