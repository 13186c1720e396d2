"""Score a table where it is: one SELECT gives the probabilities of Python, to the last bit.

Here it is SQLite, which comes with Python; ``dialect="duckdb"`` and ``"postgresql"`` do the same.
"""

import sqlite3

import numpy as np

from turs import TURSClassifier
from turs.data import load_penguins

X, y = load_penguins()
rule_set = TURSClassifier().fit(X, y).rule_set_

database = sqlite3.connect(":memory:")
database.execute(
    "CREATE TABLE birds (island TEXT, bill_length_mm REAL, bill_depth_mm REAL, "
    "flipper_length_mm REAL, body_mass_g REAL, sex TEXT)"
)
database.executemany("INSERT INTO birds VALUES (?, ?, ?, ?, ?, ?)", zip(*X.values(), strict=True))

# A view: whoever asks for it gets the scores of the rows that are there then.
query = rule_set.to_sql(dialect="sqlite", table="birds")
database.execute(f"CREATE VIEW scores AS {query}")

print("How many birds of which predicted species, and how sure:")
for species, n, least in database.execute(
    "SELECT predicted_class, COUNT(*), MIN(MAX(probability_Adelie, probability_Chinstrap, "
    "probability_Gentoo)) FROM scores GROUP BY predicted_class"
):
    print(f"  {species:10} {n:4}  at least {least:.3f}")

print("\nThe birds that no rule covers:")
for row in database.execute(
    "SELECT island, bill_length_mm, predicted_class FROM scores WHERE covering_rules = '' LIMIT 5"
):
    print(" ", row)

in_sql = np.array(
    database.execute(
        "SELECT probability_Adelie, probability_Chinstrap, probability_Gentoo FROM scores"
    ).fetchall()
)
print("\nThe same as in Python:", (in_sql == rule_set.predict_proba(X)).all())
