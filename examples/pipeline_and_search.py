"""In a scikit-learn pipeline: make a column, search for the size, and read what was chosen.

Nothing is scaled, encoded or filled in: bounds stay readable.
"""

import pandas as pd
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from turs import TURSClassifier
from turs.data import load_penguins


def add_ratio(table):
    """Add how long a bill is for its depth."""
    ratio = (table["bill_length_mm"] / table["bill_depth_mm"]).round(2)
    return table.assign(bill_ratio=ratio)


columns, species = load_penguins()
X, y = pd.DataFrame(columns), pd.Series(species)
X["sex"] = X["sex"].astype("category")

pipeline = make_pipeline(FunctionTransformer(add_ratio), TURSClassifier())
folds = StratifiedKFold(4, shuffle=True, random_state=0)
search = GridSearchCV(
    pipeline,
    {"tursclassifier__simplicity": [1, 4, 16, 64]},
    scoring="neg_log_loss",
    cv=folds,
)
search.fit(X, y)

print("simplicity  log-loss")
for setting, score in zip(
    search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True
):
    print(f"{setting['tursclassifier__simplicity']:10}  {-score:.3f}")

print(f"\nThe best one, learned from all {len(y)} birds:\n")
print(search.best_estimator_[-1].rule_set_, end="\n\n")

# The search has seen these folds; what it gives on others is judged around it.
outer = cross_val_score(search, X, y, cv=StratifiedKFold(3, shuffle=True, random_state=1))
print(f"Searching included, log-loss on rows never seen: {-outer.mean():.3f}")
