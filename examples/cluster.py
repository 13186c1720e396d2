"""Learn from a table in parts, on a Dask cluster: the same model as on one machine.

Here the cluster is two workers in this process. ``Client()`` starts processes of this machine,
and ``Client("tcp://10.0.0.7:8786")`` has the workers of a scheduler that runs already.
"""

import numpy as np
from dask import compute, delayed
from distributed import Client

from turs import TURSClassifier
from turs.dask import DaskTURSClassifier


def read_month(month):
    """Make up the patients of a month; in earnest this reads a file, or asks a database."""
    random = np.random.RandomState(month)
    n = 1_000 * month
    patients = {
        "age": random.randint(18, 95, n),
        "lactate": random.gamma(2.0, 1.0, n).round(1),
        "ward": random.choice(["A", "B", "C"], n),
    }
    returns = (patients["age"] > 70) & (patients["lactate"] > 2.5)
    wrong = random.random_sample(n) < 0.05
    return patients, np.where(returns ^ wrong, "returns", "home")


# One item a month; nothing is read yet, and later only by the workers.
parts = [delayed(read_month, nout=2)(month) for month in range(1, 7)]
*tables, last_table = [table for table, _ in parts]
*classes, last_classes = [labels for _, labels in parts]

with Client(n_workers=2, processes=False, dashboard_address=":0") as client:
    clf = DaskTURSClassifier(client=client).fit(tables, classes)
    print(clf.rule_set_)

    # Lazy: an array of dask, computed by the workers, a part at a time.
    lazy = clf.predict_proba([last_table])
    probabilities, happened = compute(lazy, last_classes)

print(f"\nExpected to return in month 6: {probabilities[:, 1].mean():.1%}")
print(f"Returned: {(happened == 'returns').mean():.1%}")

# The cluster is gone; the rules need it no more.
clf.rule_set_.save("returns.json")

months = [read_month(month) for month in range(1, 6)]
X = {name: np.concatenate([table[name] for table, _ in months]) for name in months[0][0]}
y = np.concatenate([labels for _, labels in months])
local = TURSClassifier().fit(X, y)
print("The same as on one machine:", local.rule_set_.to_json() == clf.rule_set_.to_json())
