"""From measurements of tumours to a page that a clinic can open: rules, test rows, a form to try.

The 569 tumours come with scikit-learn. The page is one file and needs no network.
"""

from pathlib import Path

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from turs import TURSClassifier

data = load_breast_cancer(as_frame=True)
X = data.data[[name for name in data.data if name.startswith("worst")]]
y = data.target.map(dict(enumerate(data.target_names)))
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.4, random_state=0, stratify=y)

# Fewer rules than by default: they are to be discussed one by one.
clf = TURSClassifier(simplicity=4).fit(X_train, y_train)
rule_set = clf.rule_set_
print(rule_set, end="\n\n")

# Rules are surer on the rows that they were learned from, so the page shows both.
check = rule_set.check(X_test, y_test)
print(check, end="\n\n")

rule_set.report(X_test, y_test, title="Tumours: malignant or benign").save("tumours.html")
Path("tumours.md").write_text(rule_set.to_markdown(), encoding="utf-8")
Path("tumours.tex").write_text(rule_set.to_latex(caption="Rules for tumours"), encoding="utf-8")
for name in ("tumours.html", "tumours.md", "tumours.tex"):
    print(f"{name}: {Path(name).stat().st_size / 1000:.0f} kB")

# The case that the rules are least sure of is the one to look at together.
probabilities = rule_set.predict_proba(X_test)
unsure = probabilities.max(axis=1).argmin()
print("\nThe case to look at together:")
print(rule_set.explain(X_test.iloc[[unsure]])[0])
