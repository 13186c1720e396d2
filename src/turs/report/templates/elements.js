/* Pieces of the page. Whatever comes from the data becomes text, never markup. */
(function (turs) {
  "use strict";

  const page = (turs.page = {});
  const COLOURS = 12;
  // The quantile of the normal distribution for 95%.
  const Z = 1.959963984540054;
  const TIES = { 1: "0.12", 3: "0.38", 5: "0.62", 7: "0.88" };

  page.byId = (id) => document.getElementById(id);

  /** Make an element; a function among the attributes listens to the event of that name. */
  page.make = function (tag, given = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
      if (typeof value === "function") element.addEventListener(name, value);
      else if (value !== false && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== false));
    return element;
  };
  const make = page.make;

  /** A probability with two decimals, not rounded to certainty; ties go to the even digit. */
  page.formatShare = function (share) {
    if (share >= 0.995 && share < 1) return ">0.99";
    if (share > 0 && share < 0.005) return "<0.01";
    return TIES[share * 8] ?? share.toFixed(2);
  };

  page.formatPercent = function (share) {
    if (share > 0 && share < 0.005) return "<1%";
    if (share >= 0.995 && share < 1) return ">99%";
    return `${Math.round(100 * share)}%`;
  };

  /** Wilson's interval of a share, at the level of 0.95, in words. */
  page.intervalInWords = function (count, n) {
    const share = count / n;
    const middle = share + Z ** 2 / (2 * n);
    const spread = Z * Math.sqrt((share * (1 - share)) / n + (Z / (2 * n)) ** 2);
    const scale = 1 + Z ** 2 / n;
    const low = count === 0 ? 0 : (middle - spread) / scale;
    const high = count === n ? 1 : (middle + spread) / scale;
    return `${low.toFixed(2)} to ${high.toFixed(2)}`;
  };

  page.grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  page.counted = (n, thing) => `${page.grouped(n)} ${thing}${n === 1 ? "" : "s"}`;
  page.add = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
  page.inOrder = (values) =>
    values.map((_, i) => i).sort((i, j) => values[j] - values[i] || i - j);

  page.joined = function (items) {
    if (items.length < 2) return items[0] ?? "";
    return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
  };

  /** A class: its colour and its label. */
  page.className = function (k) {
    const swatch = make("span", { class: `swatch c${k % COLOURS}` });
    return make("span", { class: "class" }, swatch, page.classes[k]);
  };

  page.bar = function (shares) {
    const stripes = page
      .inOrder(shares)
      .filter((k) => shares[k] > 0)
      .map((k) => make("i", { class: `c${k % COLOURS}`, style: `width:${100 * shares[k]}%` }));
    return make("span", { class: "bar", "aria-hidden": "true" }, ...stripes);
  };

  page.meter = function (share, k) {
    const stripe = make("i", { class: `c${k % COLOURS}`, style: `width:${100 * share}%` });
    return make("span", { class: "meter", "aria-hidden": "true" }, stripe);
  };

  /** Class counts in words, most frequent first: "Adelie: 128, Gentoo: 3". */
  page.countsInWords = function (counts, most = 4) {
    const order = page.inOrder(counts).filter((k) => counts[k] > 0);
    const shown = order.length <= most + 1 ? order : order.slice(0, most);
    const rest = page.add(order.slice(shown.length).map((k) => counts[k]));
    const words = shown.map((k) => `${page.classes[k]}: ${page.grouped(counts[k])}`);
    if (rest > 0) words.push(`${order.length - shown.length} others: ${page.grouped(rest)}`);
    return words.join(", ");
  };

  /** Rows of which the first few are shown, and the others on demand. */
  page.folded = function (items, most, summary) {
    if (items.length <= most + 1) return [...items];
    const rest = items.slice(most);
    return [
      ...items.slice(0, most),
      make("details", { class: "folded" }, make("summary", {}, summary(rest.length)), ...rest),
    ];
  };

  page.ruleLink = (number, words = `rule ${number}`) =>
    make("a", { href: `#rule-${number}` }, words);

  /** Links to rules by number, with commas; of many, the first, and the others on demand. */
  page.ruleLinks = function (numbers, most = 12) {
    const shown = numbers.length <= most + 3 ? numbers : numbers.slice(0, most);
    const links = withCommas(shown);
    if (shown.length === numbers.length) return links;
    const rest = numbers.slice(most);
    const show = (event) => event.target.replaceWith(", ", ...withCommas(rest));
    const words = ` and ${rest.length} more`;
    return [...links, make("button", { type: "button", class: "link", click: show }, words)];
  };

  function withCommas(numbers) {
    return numbers.flatMap((number, i) => [i > 0 ? ", " : "", page.ruleLink(number, `${number}`)]);
  }

  page.condition = function (rule) {
    const parts = rule.parts.length > 0 ? rule.parts : ["always"];
    return make(
      "span",
      { class: "condition" },
      ...parts.flatMap((part, i) => [
        i > 0 ? make("span", { class: "and" }, " and ") : null,
        make("span", { class: "literal" }, part),
      ])
    );
  };
})(globalThis.turs);
