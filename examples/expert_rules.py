"""Rules that an expert wrote: counted, compared with learned ones, and edited together.

Rules by hand and rules that were learned are the same thing, so they can be mixed.
"""

from turs import RuleSet, TURSClassifier
from turs.data import load_penguins

X, y = load_penguins()
train = {name: values[::2] for name, values in X.items()}
test = {name: values[1::2] for name, values in X.items()}

# What an expert says. Text is parsed; a rule may ask for missing values too.
expert = RuleSet.from_rules(
    [
        "flipper_length_mm > 206",
        "bill_length_mm <= 43 and flipper_length_mm <= 206",
        "bill_length_mm > 44 and island = Dream",
    ],
    train,
    y[::2],
    smoothing=1,
)
print("The expert's rules, counted:\n")
print(expert, end="\n\n")

learned = TURSClassifier().fit(train, y[::2]).rule_set_
print("The learned ones:\n")
print(learned, end="\n\n")

# The text says that rules 2 and 3 share two birds and disagree. Rule 2 goes, exactly and without
# the data, and comes back with a literal more; one bound is taken over from what was learned.
kept = expert.without("flipper_length_mm > 206").without("bill_length_mm > 44 and island = Dream")
corrected = [
    *kept,
    "flipper_length_mm > 206 and island = Biscoe",
    "bill_length_mm > 41.9 and island = Dream",
]
mixed = RuleSet.from_rules(corrected, train, y[::2], smoothing=1)

print("On penguins that none of them has seen:")
for name, rule_set in {"expert": expert, "learned": learned, "corrected": mixed}.items():
    quality = rule_set.check(test, y[1::2]).quality
    length = rule_set.description_length().total_bits
    print(
        f"  {name:9} accuracy {quality.accuracy:.3f}  log-loss {quality.log_loss:.3f}  "
        f"{rule_set.n_literals} literals, {length:.0f} bits in training"
    )
