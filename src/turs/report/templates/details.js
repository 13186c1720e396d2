/* What opens under a rule: its rows beside all rows, its exceptions, and the rows it shares. */
(function (turs) {
  "use strict";

  const page = turs.page;
  const make = page.make;
  const MOST_CLASSES = 9;
  const MOST_OVERLAPS = 8;

  page.ruleDetails = function (number) {
    const facts = page.facts[number - 1];
    const click = () => page.fillCase(facts.position);
    const button = make("button", { type: "button", click }, "Try a case of this rule");
    return make(
      "div",
      { class: "details" },
      comparison(number, facts),
      relations(number, facts),
      make("p", { class: "buttons" }, button)
    );
  };


  function comparison(number, facts) {
    const checked = page.checked?.rules[number - 1] ?? null;
    const sides = sidesOf(facts, checked);
    const caption = `Classes of the rows of rule ${number} beside other rows`;
    const table = make(
      "table",
      { class: "plain beside" },
      make("caption", { class: "hidden" }, caption),
      make("thead", {}, row("Class", "col", sides.map((side) => heading(side.name)))),
      make("tbody", {}, ...classRows(sides)),
      make("tfoot", {}, row("rows", "row", sides.map((side) => cell(page.grouped(side.n)))))
    );
    // A table that is too wide scrolls by itself, and can be reached by keyboard to do so.
    const around = { class: "scroll", tabindex: "0", role: "region", "aria-label": caption };
    return make(
      "div",
      {},
      make("h4", {}, "Its rows beside others"),
      make("div", around, table),
      checked ? make("p", {}, verdict(checked)) : null
    );
  }

  function sidesOf(facts, checked) {
    const model = page.model;
    const rule = model.rules[facts.position];
    const left = page.add(model.elseCounts) > 0 ? model.elseCounts : model.totalCounts;
    const sides = [
      { name: "This rule", counts: rule.counts, intervals: facts.intervals },
      { name: "All rows", counts: model.totalCounts },
      { name: "Else rule", counts: left },
    ];
    if (checked) sides.push({ name: "Test rows", ...checked });
    return sides.map((side) => ({ ...side, n: page.add(side.counts) }));
  }

  function classRows(sides) {
    const [own, all] = sides;
    // Most frequent in the rule first; classes that it has not, most frequent of all rows first.
    const weights = own.counts.map((n, k) => n * (all.n + 1) + all.counts[k]);
    const rows = page
      .inOrder(weights)
      .map((k) => row(page.className(k), "row", sides.map((side) => shareCell(side, k))));
    if (rows.length <= MOST_CLASSES + 1) return rows;
    const more = make("tr");
    const show = () => more.replaceWith(...rows.slice(MOST_CLASSES));
    const words = `${rows.length - MOST_CLASSES} other classes`;
    const button = make("button", { type: "button", class: "link", click: show }, words);
    more.append(make("td", { colspan: `${sides.length + 1}`, class: "text" }, button));
    return [...rows.slice(0, MOST_CLASSES), more];
  }

  function shareCell({ counts, intervals, n }, k) {
    if (n === 0) return cell("–");
    const ends = intervals ? `, ${intervals[k].map((end) => end.toFixed(2)).join("–")}` : "";
    const small = make("small", {}, page.grouped(counts[k]) + ends);
    return cell(page.formatShare(counts[k] / n), small);
  }

  const row = (first, scope, cells) => make("tr", {}, make("th", { scope }, first), ...cells);
  const heading = (words) => make("th", { scope: "col" }, words);
  const cell = (...contents) => make("td", {}, ...contents);

  function verdict(checked) {
    const words = {
      holds: "On the test rows the rule says nothing clearly different.",
      changed: "On the test rows the rule says something clearly different.",
      "no rows": "There are no rows to compare.",
    }[checked.verdict];
    return checked.shifted ? `${words} It covers a clearly different share of them.` : words;
  }


  function relations(number, facts) {
    const inside = page.facts.flatMap((one, i) =>
      one.exceptionTo.includes(number) ? [i + 1] : []
    );
    const lines = [
      [[], alone(facts), ""],
      [facts.exceptionTo, "It is an exception to ", ": where it covers a row, they are silent."],
      [inside, "Its exceptions are ", ": where one of them covers a row, this rule is silent."],
      [facts.same, "Exactly the same training rows have ", "; the shortest of them speaks."],
    ].filter(([numbers], i) => i === 0 || numbers.length > 0);
    return make(
      "div",
      {},
      make("h4", {}, "Beside other rules"),
      make("ul", {}, ...lines.map(relation)),
      overlaps(facts.position)
    );
  }

  function relation([numbers, before, after]) {
    return make("li", {}, before, ...page.ruleLinks(numbers), after);
  }

  function alone(facts) {
    const rule = page.model.rules[facts.position];
    const rows = page.counted(rule.nRows, "training row");
    if (rule.nRows === 0) return "It covers no training row, and is always set aside.";
    if (facts.alone === rule.nRows) return "No other rule covers any of its training rows.";
    if (facts.alone === 0) return `Other rules cover each of its ${rows} too.`;
    const verb = facts.alone === 1 ? "is" : "are";
    return `Of its ${rows}, ${page.grouped(facts.alone)} ${verb} covered by no other rule.`;
  }

  function overlaps(position) {
    const found = overlapping(position);
    if (found.length === 0) return null;
    const rules = page.counted(found.length, "rule");
    const words = `It shares rows with ${rules}, where the union speaks. What the shared rows say:`;
    const lines = page.folded(found.map(overlapLine), MOST_OVERLAPS, (n) => `${n} more`);
    return make("div", { class: "shared" }, make("p", {}, words), ...lines);
  }

  /** The rules that share rows with one, neither lying inside the other; doubts come first. */
  function overlapping(position) {
    const model = page.model;
    return model.rules
      .map((_, other) => ({ other, counts: model.shared(position, other) }))
      .map((one) => ({
        ...one,
        n: page.add(one.counts),
        agree: mainClass(one.other) === mainClass(position),
      }))
      .filter((one) => one.n > 0)
      .filter(({ other }) => !model.contains(position, other) && !model.contains(other, position))
      .sort((a, b) => a.agree - b.agree || b.n - a.n);
  }

  const mainClass = (position) => page.inOrder(page.model.rules[position].counts)[0];

  function overlapLine({ other, counts, n, agree }) {
    const rows = make("span", { class: "muted" }, ` ${page.counted(n, "row")}`);
    const doubt = agree ? null : make("b", {}, "disagrees; ");
    return make(
      "div",
      { class: "overlap" },
      make("span", {}, page.ruleLink(page.numberOf(other)), rows),
      page.bar(counts.map((count) => count / n)),
      make("span", { class: "muted" }, doubt, page.countsInWords(counts, 3))
    );
  }
})(globalThis.turs);
