"""Watch a model in production: each month, say which rules no longer hold, and stop when one does.

The machines are invented; in the fifth month they get thermometers that read 15 degrees more.
"""

import json

import numpy as np

from turs import RuleSet, TURSClassifier


def invent_machines(n, seed, offset=0):
    """Invent machines, some of which fail; `offset` is what their thermometers add."""
    random = np.random.RandomState(seed)
    heat = random.randint(20, 100, n)
    hours = random.randint(0, 5000, n)
    risk = np.select([heat > 80, hours > 4000], [0.7, 0.4], 0.05)
    outcome = np.where(random.random_sample(n) < risk, "fails", "runs")
    return {"heat": heat + offset, "hours": hours}, outcome


learned = TURSClassifier().fit(*invent_machines(3000, seed=0)).rule_set_

# Counted on rows that they were not learned from, so that an alarm is about the world.
model = RuleSet.from_rules(learned, *invent_machines(1000, seed=1), smoothing=learned.smoothing)
print(model, end="\n\n")

for month in range(1, 7):
    X, y = invent_machines(600, seed=100 + month, offset=15 if month >= 5 else 0)
    check = model.check(X, y)
    changed = [str(one.rule or "else") for one in check.changed]
    log = {"month": month, "accuracy": round(check.quality.accuracy, 3), "changed": changed}
    print(json.dumps(log))
    if changed:
        print(f"\nStopped in month {month}:\n\n{check}")
        break
