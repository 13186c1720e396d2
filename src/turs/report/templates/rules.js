/* The table of rules: sort, filter, and open one. */
(function (turs) {
  "use strict";

  const page = turs.page;
  const make = page.make;
  const MOST_AT_FIRST = 40;
  const FEW_MORE = 10;
  const FILTERS = ["find", "of-class", "of-variable", "least"];
  const SORTS = {
    rows: { words: "Rows", down: true },
    share: { words: "Probability", down: true },
    class: { words: "Class", down: false },
    literals: { words: "Literals", down: false },
  };

  page.startRules = function () {
    if (page.facts.length > 0) new Rules().start();
  };

  class Rules {
    constructor() {
      this.entries = page.facts.map((facts, i) => new Entry(facts, i + 1));
      this.body = document.querySelector("table.rules tbody");
      this.key = "rows";
      this.down = true;
      this.all = this.entries.length <= MOST_AT_FIRST + FEW_MORE;
      this.heads = new Map();
    }

    start() {
      this.makeSortButtons();
      for (const id of FILTERS) page.byId(id).addEventListener("input", () => this.show());
      const form = document.querySelector("form.filters");
      form.addEventListener("submit", (event) => event.preventDefault());
      const listen = (id, event, answer) => page.byId(id).addEventListener(event, answer);
      listen("sort-by", "change", (event) => {
        this.sortBy(event.target.value, SORTS[event.target.value].down);
      });
      listen("show-all", "click", () => this.showAll());
      listen("reset", "click", () => this.reset());
      page.openRule = (number) => this.goTo(this.entries[number - 1]);
      page.showAllRules = () => this.showAll();
      page.openShownRules = () => this.openShown();
      this.show();
    }


    show() {
      const found = this.inOrder().filter(wanted());
      const shown = new Set(this.all ? found : found.slice(0, MOST_AT_FIRST));
      for (const one of this.entries) one.show(shown.has(one));
      const words = `${found.length} of ${page.counted(this.entries.length, "rule")}`;
      const status = found.length === 0 ? `${words}; no rule is like that` : words;
      page.byId("count").textContent = status;
      const button = page.byId("show-all");
      button.hidden = shown.size === found.length;
      button.textContent = `Show all ${found.length} rules`;
    }

    showAll() {
      this.all = true;
      this.show();
    }

    reset() {
      for (const id of FILTERS) page.byId(id).value = "";
      this.show();
    }


    inOrder() {
      const sign = this.down ? -1 : 1;
      const difference = (a, b) => sign * (a.values[this.key] - b.values[this.key]);
      return [...this.entries].sort((a, b) => difference(a, b) || a.number - b.number);
    }

    makeSortButtons() {
      for (const head of document.querySelectorAll("table.rules th[data-sort]")) {
        const keys = head.dataset.sort.split(" ");
        head.replaceChildren(...keys.map((key) => this.makeSortButton(key, head)));
      }
      this.markSorted();
    }

    makeSortButton(key, head) {
      const click = () => this.sortBy(key, this.key === key ? !this.down : SORTS[key].down);
      const arrow = make("span", { class: "arrow", "aria-hidden": "true" });
      const given = { type: "button", class: "sort", click };
      const button = make("button", given, SORTS[key].words, arrow);
      this.heads.set(key, { button, head, arrow });
      return button;
    }

    sortBy(key, down) {
      this.key = key;
      this.down = down;
      this.markSorted();
      page.byId("sort-by").value = key;
      this.body.append(...this.inOrder().flatMap((one) => one.rows()));
      this.show();
    }

    markSorted() {
      for (const { head } of this.heads.values()) head.removeAttribute("aria-sort");
      for (const [key, { head, arrow, button }] of this.heads) {
        const sorted = key === this.key;
        button.classList.toggle("sorted", sorted);
        arrow.textContent = sorted ? (this.down ? " ↓" : " ↑") : "";
        if (sorted) head.setAttribute("aria-sort", this.down ? "descending" : "ascending");
      }
    }


    openShown() {
      for (const one of this.entries) if (!one.row.hidden) one.open(true);
    }

    goTo(one) {
      if (one === undefined) return;
      if (one.row.hidden) {
        this.all = true;
        this.reset();
      }
      one.open(true);
      one.row.scrollIntoView({ block: "start" });
      one.button.focus({ preventScroll: true });
    }
  }

  /** One rule of the table, and what opens under it. */
  class Entry {
    constructor(facts, number) {
      const rule = page.model.rules[facts.position];
      // A rule without rows is of no class, and comes last.
      const majority = rule.nRows > 0 ? page.inOrder(rule.counts)[0] : page.classes.length;
      const share = rule.nRows > 0 ? rule.counts[majority] / rule.nRows : -1;
      this.number = number;
      this.row = page.byId(`rule-${number}`);
      this.text = `${number} ${rule.text}`.toLowerCase();
      this.variables = new Set(rule.literals.map((literal) => literal.variable));
      this.values = { rows: rule.nRows, share, class: majority, literals: rule.nLiterals };
      this.more = null;
      this.button = this.makeButton();
    }

    makeButton() {
      const named = { "aria-label": `Rule ${this.number}, details`, "aria-expanded": "false" };
      const button = make("button", { type: "button", class: "open", ...named }, `${this.number}`);
      this.row.querySelector("th.number").replaceChildren(button);
      // The whole row answers to the mouse; the button alone to the keyboard.
      this.row.addEventListener("click", (event) => {
        const control = event.target.closest("a, summary, button");
        const selecting = String(globalThis.getSelection()) !== "";
        if (control === button || (control === null && !selecting)) this.open(!this.isOpen);
      });
      return button;
    }

    get isOpen() {
      return this.button.getAttribute("aria-expanded") === "true";
    }

    rows() {
      return this.more ? [this.row, this.more] : [this.row];
    }

    show(shown) {
      // Touching only what changes keeps a long table quick.
      if (this.row.hidden === shown) this.row.hidden = !shown;
      if (this.more) this.more.hidden = !shown || !this.isOpen;
    }

    open(wanted) {
      if (wanted && this.more === null) {
        const id = `details-${this.number}`;
        const cell = make("td", { role: "cell", colspan: "6" }, page.ruleDetails(this.number));
        this.more = make("tr", { role: "row", class: "more", id }, cell);
        this.row.after(this.more);
        this.button.setAttribute("aria-controls", id);
      }
      this.button.setAttribute("aria-expanded", String(wanted));
      this.row.classList.toggle("opened", wanted);
      if (this.more) this.more.hidden = !wanted;
    }
  }

  /** A test for the rules that the filters let through. */
  function wanted() {
    const [text, ofClass, ofVariable, least] = FILTERS.map((id) => page.byId(id).value);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const variable = ofVariable === "" ? null : page.variables[Number(ofVariable)].name;
    return (one) =>
      words.every((word) => one.text.includes(word)) &&
      (ofClass === "" || one.values.class === Number(ofClass)) &&
      (variable === null || one.variables.has(variable)) &&
      one.values.rows >= (Number(least) || 0);
  }
})(globalThis.turs);
