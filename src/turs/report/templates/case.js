/* Try a case: values go in, the prediction and its reasons come out at once. */
(function (turs) {
  "use strict";

  const page = turs.page;
  const make = page.make;
  const MOST_CUTS = 6;
  const MOST_CLASSES = 6;
  const SPEECH_PAUSE = 500;

  page.startCase = function () {
    const used = new Set(page.variables.map((column) => column.name));
    page.fields = page.model.columns.map((column, i) => field(column, `value-${i}`));
    for (const one of page.fields) {
      const home = used.has(one.column.name) ? "fields" : "other-fields";
      page.byId(home).append(one.element);
    }
    const n = page.fields.length - used.size;
    page.byId("unused").hidden = n === 0;
    page.byId("unused").querySelector("summary").textContent =
      n === 1 ? "1 column that no rule uses" : `${n} columns that no rule uses`;
    const form = page.byId("case-form");
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", answer);
    page.byId("all-missing").addEventListener("click", () => setCase(new Map()));
    setCase(page.facts.length > 0 ? typical(page.facts[0].position) : new Map(), false);
  };

  /** Fill in a case that a rule covers, all else missing, and go there. */
  page.fillCase = function (position) {
    setCase(typical(position));
    const heading = page.byId("case-heading");
    heading.setAttribute("tabindex", "-1");
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  };

  /** The case as it stands, as a row for the reader. */
  page.currentCase = () =>
    Object.fromEntries(page.fields.map((one) => [one.column.name, one.read()]));

  function setCase(values, speak = true) {
    for (const one of page.fields) one.write(values.get(one.column.name) ?? null);
    answer(speak);
  }


  function field(column, id) {
    return column.kind === "numeric" ? numberField(column, id) : levelField(column, id);
  }

  function numberField(column, id) {
    const cuts = cutsOf(column.name);
    const hint = make("p", { class: "hint", id: `${id}-hint` }, inWords(cuts));
    const input = make("input", {
      id,
      type: "number",
      step: "any",
      inputmode: "decimal",
      placeholder: "missing",
      "aria-describedby": `${id}-hint`,
    });
    const gone = make("input", { type: "checkbox", "aria-label": `${column.name} is missing` });
    input.addEventListener("input", () => {
      const wrong = input.validity.badInput;
      gone.checked = input.value === "" && !wrong;
      if (wrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      hint.textContent = wrong ? "This is not a number; it counts as missing." : inWords(cuts);
    });
    gone.addEventListener("input", () => {
      input.value = gone.checked ? "" : String(pick(cuts[Math.floor(cuts.length / 2)] ?? 0, null));
    });
    return {
      column,
      element: wrap(column, id, [input, make("label", { class: "gone" }, gone, " missing")], hint),
      read: () => (input.value === "" ? null : input.valueAsNumber),
      inWords: () => column.name + (input.value === "" ? " missing" : ` = ${input.value}`),
      write: (value) => {
        input.value = value === null ? "" : String(value);
        gone.checked = value === null;
        input.removeAttribute("aria-invalid");
        hint.textContent = inWords(cuts);
      },
    };
  }

  function levelField(column, id) {
    const options = column.levels.map((level) => [level, turs.formatLevel(level)]);
    const whole = typeof column.levels[0] === "boolean" && column.levels.length === 2;
    if (!whole) options.push([unseenLevel(column), "another level"]);
    options.push([null, "missing"]);
    const select = make(
      "select",
      { id },
      ...options.map(([, words], i) => make("option", { value: String(i) }, words))
    );
    return {
      column,
      element: wrap(column, id, [select]),
      read: () => options[Number(select.value)][0],
      inWords: () => {
        const [level, words] = options[Number(select.value)];
        return column.name + (level === null ? " missing" : ` = ${words}`);
      },
      write: (value) => (select.value = String(options.findIndex(([level]) => level === value))),
    };
  }

  function wrap(column, id, controls, hint = null) {
    const label = make("label", { for: id }, column.name === "" ? "(no name)" : column.name);
    const control = make("div", { class: "control" }, ...controls);
    return make("div", { class: "field" }, label, control, hint);
  }

  function unseenLevel(column) {
    if (column.levels.length > 0 && typeof column.levels[0] !== "string") {
      return Math.max(...column.levels.map(Number)) + 1;
    }
    let name = "another level";
    while (column.levels.includes(name)) name += "'";
    return name;
  }

  function cutsOf(variable) {
    const cuts = new Set();
    for (const rule of page.model.rules) {
      for (const { source } of rule.literals) {
        if (source.variable !== variable || source.type !== "interval") continue;
        cuts.add(source.low).add(source.high);
      }
    }
    return [...cuts].filter((cut) => typeof cut === "number").sort((a, b) => a - b);
  }

  function inWords(cuts) {
    if (cuts.length === 0) return "";
    const words = cuts.map(turs.formatNumber);
    if (cuts.length <= MOST_CUTS) return `cut at ${page.joined(words)}`;
    return `${cuts.length} cuts, from ${words[0]} to ${words[words.length - 1]}`;
  }


  function typical(position) {
    const { literals } = page.model.rules[position];
    return new Map(literals.map((literal) => [literal.variable, satisfying(literal)]));
  }

  function satisfying({ source, column }) {
    const { levels, kind, name } = page.model.columns[column];
    if (source.type === "missing") return null;
    if (source.type === "levels") {
      return levels.find((level) => source.levels.includes(level)) ?? null;
    }
    if (source.type === "interval") return pick(source.low ?? null, source.high ?? null);
    return kind === "numeric" ? pick(cutsOf(name)[0] ?? 0, null) : (levels[0] ?? null);
  }

  /** A number with few digits such that low < x <= high. */
  function pick(low, high) {
    let aim = (low + high) / 2;
    if (high === null) aim = low === 0 ? 1 : low + Math.abs(low) / 20;
    else if (low === null) aim = high - Math.abs(high) / 20;
    for (let digits = 0; digits <= 15; digits++) {
      const value = Number(aim.toFixed(digits));
      if (value > (low ?? -Infinity) && value <= (high ?? Infinity)) return value;
    }
    return high ?? aim;
  }


  let speech = 0;

  function answer(speak = true) {
    const row = page.currentCase();
    const explained = page.model.explain(row);
    const k = page.model.classes.indexOf(explained.prediction);
    page.byId("prediction").replaceChildren(page.className(k));
    page.byId("case-in-words").textContent = page.fields.map((one) => one.inWords()).join(", ");
    page.byId("probabilities").replaceChildren(probabilityList(explained.probabilities));
    page.byId("reasons").replaceChildren(...reasons(explained, row));
    clearTimeout(speech);
    if (!speak) return;
    // A person who types is not told of every digit.
    const share = page.formatShare(explained.probabilities[k]);
    const words = `Prediction ${page.classes[k]}, probability ${share}. ${source(explained)}`;
    speech = setTimeout(() => (page.byId("announcement").textContent = words), SPEECH_PAUSE);
  }

  function probabilityList(probabilities) {
    const lines = page.inOrder(probabilities).map((k) => {
      const given = { class: "share", title: String(probabilities[k]) };
      const share = make("span", given, probabilities[k].toFixed(3));
      const meter = page.meter(probabilities[k], k);
      return make("div", { class: "probability" }, page.className(k), meter, share);
    });
    return make("div", {}, ...page.folded(lines, MOST_CLASSES, (n) => `${n} other classes`));
  }

  function source({ source, speaking, counts }) {
    const rows = page.counted(page.add(counts), "training row");
    if (source === "rule") return `Rule ${page.numberOf(speaking[0])} speaks, with its ${rows}.`;
    if (source === "union") {
      const numbers = page.joined(speaking.map((i) => `${page.numberOf(i)}`));
      return `Rules ${numbers} overlap here: the union of their covers speaks, ${rows}.`;
    }
    if (source === "else") return `The else rule speaks, with the ${rows} that no rule covers.`;
    return `The else rule speaks; as every training row is covered, with all ${rows}.`;
  }

  function reasons(explained, row) {
    const counted = `Counted: ${page.countsInWords(explained.counts, 8)}. ${page.smoothing()}`;
    const k = page.model.classes.indexOf(explained.prediction);
    const interval = page.intervalInWords(explained.counts[k], page.add(explained.counts));
    const sure = `By these rows alone, ${page.classes[k]} has a 95% interval of ${interval}.`;
    const parts = [
      make("h4", {}, "Why"),
      make("p", {}, source(explained)),
      list(explained.speaking.map((i) => ruleLine(i))),
      make("p", { class: "muted" }, `${counted} ${sure}`),
    ];
    if (explained.setAside.length > 0) {
      parts.push(make("h4", {}, "Set aside"), list(explained.setAside.map(asideLine)));
    }
    if (explained.speaking.length === 0 && page.model.rules.length > 0) {
      const near = page.model.closest(row);
      if (near.length > 0) parts.push(make("h4", {}, "Closest rules"), list(near.map(nearLine)));
    }
    return parts.filter((part) => part !== null);
  }

  const list = (lines) => (lines.length === 0 ? null : make("ul", { class: "lines" }, ...lines));

  function ruleLine(position, why = null) {
    const number = page.numberOf(position);
    const link = page.ruleLink(number, `Rule ${number}`);
    const reason = why ? make("span", { class: "why" }, ...why) : null;
    return make("li", {}, link, " ", page.condition(page.model.rules[position]), reason);
  }

  function asideLine({ rule, by }) {
    if (by.length === 0) return ruleLine(rule, ["It covers no training row."]);
    const same = by.filter((j) => page.model.contains(j, rule));
    if (same.length > 0) {
      const links = page.ruleLinks(same.map(page.numberOf));
      return ruleLine(rule, ["Exactly its training rows has rule ", ...links, ", which speaks."]);
    }
    const [rules, exceptions] =
      by.length === 1 ? ["rule", "an exception"] : ["rules", "exceptions"];
    const links = page.ruleLinks(by.map(page.numberOf));
    const before = `Its training rows include all those of ${rules} `;
    return ruleLine(rule, [before, ...links, `, ${exceptions} to it.`]);
  }

  function nearLine({ rule, failed }) {
    const n = page.model.rules[rule].literals.length;
    const number = page.numberOf(rule);
    const words = n === 1 ? " fails " : ` fails ${failed.length} of ${n}: `;
    const literals = failed.flatMap((one, i) => [
      i > 0 ? make("span", { class: "and" }, " and ") : null,
      make("span", { class: "literal failed" }, one.text),
    ]);
    const link = page.ruleLink(number, `Rule ${number}`);
    return make("li", {}, link, make("span", { class: "muted" }, words), ...literals);
  }
})(globalThis.turs);
