/*
 * Read a model file of turs and predict with it: no Python, no other library, nothing is sent.
 *
 *   const model = turs.readModel(text);             // the text of a model file
 *   model.probabilities({age: 55, ward: "B"});      // one number a class, as in Python to the bit
 *   model.explain({age: 55, ward: null});           // which rules cover, speak, are set aside
 *
 * A row is an object from column names to values. null, undefined, NaN and a name that is left out
 * are missing values. Rules are spoken of by their position in the file, from 0.
 */
(function (root) {
  "use strict";

  const FORMAT = "turs-rule-set";
  const VERSION = 1;
  const UNSEEN = -1;


  function readModel(text) {
    const file = parse(text);
    if (file === null || typeof file !== "object" || file.format !== FORMAT) {
      throw new Error(`this is not a model file: its format is not "${FORMAT}"`);
    }
    if (file.version !== VERSION) {
      throw new Error(
        `the model file has version ${JSON.stringify(file.version)}; this reader knows ${VERSION}`
      );
    }
    for (const name of ["classes", "columns", "rules", "cells"]) {
      if (!Array.isArray(file[name])) throw new Error(`the model file has no list of ${name}`);
    }
    return new Model(file);
  }

  function parse(text) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error(`the model file is not JSON (${error.message})`);
    }
  }


  class Model {
    constructor(file) {
      this.classes = file.classes;
      this.columns = file.columns.map(readColumn);
      this.smoothing = file.smoothing;
      this.origin = file.origin ?? null;
      const position = new Map(this.columns.map((column, i) => [column.name, i]));
      this.rules = file.rules.map((rule) => readRule(rule, this.columns, position));
      this.rules
        .map((_, i) => i)
        .sort((i, j) => compareRules(this.rules[i], this.rules[j]))
        .forEach((i, rank) => (this.rules[i].rank = rank));
      this._count(file.cells);
    }

    /** The class probabilities of a row, in the order of `classes`. */
    probabilities(row) {
      return this._estimate(this._speak(this._covering(row)).counts);
    }

    /** The most probable class of a row; of equals, the first. */
    predict(row) {
      return this.classes[firstOfLargest(this.probabilities(row))];
    }

    /** Whether each rule covers a row, in the order of `rules`. */
    covers(row) {
      const values = this._read(row);
      return this.rules.map((rule) => rule.literals.every((one) => one.test(values[one.column])));
    }

    /** Why a row has the probabilities that it has; rules by position, in the order of Python. */
    explain(row) {
      const covering = this._covering(row);
      const { speaking, counts, source } = this._speak(covering);
      const probabilities = this._estimate(counts);
      return {
        prediction: this.classes[firstOfLargest(probabilities)],
        probabilities,
        counts,
        source,
        covering,
        speaking,
        setAside: covering
          .filter((i) => !speaking.includes(i))
          .map((i) => ({ rule: i, by: speaking.filter((j) => this.yields(i, j)) })),
      };
    }

    /** The rules with training rows that a row fails by the fewest literals, and those literals. */
    closest(row, most = 3) {
      const values = this._read(row);
      const found = this.rules
        .map((rule, i) => ({
          rule: i,
          failed: rule.literals.filter((one) => !one.test(values[one.column])),
        }))
        .filter((one) => this.rules[one.rule].nRows > 0);
      const least = Math.min(...found.map((one) => one.failed.length));
      return found
        .filter((one) => one.failed.length === least)
        .sort((a, b) => this.rules[a.rule].rank - this.rules[b.rule].rank)
        .slice(0, most);
    }

    /** Whether the training rows of rule i include all those of rule j, which has some. */
    contains(i, j) {
      const outer = this._cellsOf[i];
      const inner = this._cellsOf[j];
      for (let word = 0; word < inner.length; word++) {
        if ((inner[word] & ~outer[word]) !== 0) return false;
      }
      return this.rules[j].nRows > 0;
    }

    /** Whether rule i is silent where rule j covers too. Of equal covers one goes: see `rank`. */
    yields(i, j) {
      if (i === j || !this.contains(i, j)) return false;
      return !this.contains(j, i) || this.rules[i].rank > this.rules[j].rank;
    }

    /** The class counts of the training rows that two rules share. */
    shared(i, j) {
      const other = this._cellsOf[j];
      return this._sum(this._cellsOf[i].map((word, k) => word & other[k]));
    }

    /** How many training rows rules i and j share, at i * n + j, for all pairs of the n rules. */
    sharedRows() {
      const n = this.rules.length;
      const rows = new Float64Array(n * n);
      this._members.forEach((members, c) => {
        const size = add(this._counts[c]);
        for (const i of members) for (const j of members) rows[i * n + j] += size;
      });
      return rows;
    }

    /** The class counts of the training rows that at least one of some rules covers. */
    union(rules) {
      const met = new Int32Array(this._nWords);
      for (const i of rules) this._cellsOf[i].forEach((word, k) => (met[k] |= word));
      return this._sum(met);
    }

    // A cell is a bit, so that a cover, a union and a test for "lies inside" are a few words each.
    _count(cells) {
      this._counts = cells.map((cell) => cell.counts);
      this._members = cells.map((cell) => cell.rules);
      this._nWords = Math.ceil(cells.length / 32);
      this._cellsOf = this.rules.map(() => new Int32Array(this._nWords));
      const uncovered = new Int32Array(this._nWords);
      cells.forEach((cell, c) => {
        for (const i of cell.rules) {
          if (!(i in this._cellsOf)) throw new Error(`cells[${c}] names rule ${i}; there is none`);
          this._cellsOf[i][c >> 5] |= 1 << (c & 31);
        }
        if (cell.rules.length === 0) uncovered[c >> 5] |= 1 << (c & 31);
      });
      this.totalCounts = this._sum(new Int32Array(this._nWords).fill(-1));
      this.elseCounts = this._sum(uncovered);
      this.nRows = add(this.totalCounts);
      this.rules.forEach((rule, i) => {
        rule.counts = this._sum(this._cellsOf[i]);
        rule.nRows = add(rule.counts);
      });
    }

    _sum(cells) {
      const counts = new Array(this.classes.length).fill(0);
      for (let c = 0; c < this._counts.length; c++) {
        if ((cells[c >> 5] & (1 << (c & 31))) === 0) continue;
        const some = this._counts[c];
        for (let k = 0; k < counts.length; k++) counts[k] += some[k];
      }
      return counts;
    }

    _covering(row) {
      const covered = this.covers(row);
      return this.rules
        .map((_, i) => i)
        .filter((i) => covered[i])
        .sort((i, j) => this.rules[i].rank - this.rules[j].rank);
    }

    _speak(covering) {
      const left = covering.filter((i) => this.rules[i].nRows > 0);
      const speaking = left.filter((i) => !left.some((j) => this.yields(i, j)));
      if (speaking.length === 1) {
        return { speaking, counts: this.rules[speaking[0]].counts.slice(), source: "rule" };
      }
      if (speaking.length > 1) return { speaking, counts: this.union(speaking), source: "union" };
      if (add(this.elseCounts) > 0) {
        return { speaking, counts: this.elseCounts.slice(), source: "else" };
      }
      return { speaking, counts: this.totalCounts.slice(), source: "else (all rows)" };
    }

    // The order of these operations is that of Python: doubles come out the same to the bit.
    _estimate(counts) {
      const n = add(counts);
      return counts.map((count, k) => {
        const prior = this.totalCounts[k] / this.nRows;
        return (count + this.smoothing * prior) / (n + this.smoothing);
      });
    }

    _read(row) {
      return this.columns.map((column) =>
        column.read(Object.hasOwn(row, column.name) ? row[column.name] : null)
      );
    }
  }


  function readColumn({ name, kind, levels = [], ordered = false }) {
    const known = { name, kind, levels, ordered };
    if (kind === "numeric") return { ...known, read: (value) => readNumber(name, value) };
    const codes = new Map(levels.map((level, code) => [levelKey(level), code]));
    const texts = typeof levels[0] === "string";
    const read = (value) => {
      if (isMissing(value)) return null;
      if (levels.length > 0 && (typeof value === "string") !== texts) {
        throw new Error(
          `column ${quote(name)} has levels such as ${JSON.stringify(levels[0])}, ` +
            `so ${JSON.stringify(value)} is not one; use a ${texts ? "text" : "number"}`
        );
      }
      if (typeof value !== "string") readNumber(name, value);
      return codes.get(levelKey(value)) ?? UNSEEN;
    };
    return { ...known, read };
  }

  function readNumber(name, value) {
    if (isMissing(value)) return null;
    if (typeof value === "boolean") return Number(value);
    if (typeof value !== "number" || !Number.isFinite(value)) {
      throw new Error(`column ${quote(name)} needs a finite number or null, not ${String(value)}`);
    }
    return value;
  }

  function isMissing(value) {
    return value === null || value === undefined || Number.isNaN(value);
  }

  // Python holds that 1 == true; a text is never equal to a number.
  function levelKey(level) {
    return typeof level === "string" ? `text ${level}` : Number(level);
  }


  function readRule({ literals }, columns, position) {
    const read = literals
      .map((literal) => readLiteral(literal, columns, position))
      .sort((a, b) => compareTexts(a.variable, b.variable));
    const bracketed = (one) => read.length > 1 && one.orMissing;
    const parts = read.map((one) => (bracketed(one) ? `(${one.text})` : one.text));
    return {
      literals: read,
      parts,
      text: parts.join(" and ") || "always",
      nLiterals: read.reduce((n, one) => n + one.nBounds, 0),
    };
  }

  function readLiteral(literal, columns, position) {
    const { variable, type } = literal;
    const column = position.get(variable);
    if (column === undefined) throw new Error(`a rule names no column: ${quote(variable)}`);
    const make = { interval, levels: levelSet, missing: isGone, "not missing": isThere }[type];
    if (make === undefined) throw new Error(`${JSON.stringify(type)} is no type of literal`);
    const orMissing = literal.missing === true;
    const made = make(literal, columns[column], orMissing);
    const text = made.text + (orMissing ? " or missing" : "");
    return { variable, type, column, orMissing, nBounds: 1, source: literal, ...made, text };
  }

  function interval({ variable, low = null, high = null }, _, orMissing) {
    const name = formatName(variable);
    const [above, upTo] = [low ?? -Infinity, high ?? Infinity];
    let text = `${name} <= ${formatNumber(upTo)}`;
    if (high === null) text = `${name} > ${formatNumber(above)}`;
    else if (low !== null) text = `${formatNumber(above)} < ${name} <= ${formatNumber(upTo)}`;
    return {
      text,
      nBounds: (low !== null) + (high !== null),
      test: (value) => (value === null ? orMissing : value > above && value <= upTo),
    };
  }

  function levelSet({ variable, levels }, column, orMissing) {
    const wanted = new Set(levels.map(levelKey));
    const allowed = column.levels.map((level) => wanted.has(levelKey(level)));
    const names = [...levels].sort(compareLevels).map(formatLevel);
    const chosen = names.length === 1 ? `= ${names[0]}` : `in {${names.join(", ")}}`;
    return {
      text: `${formatName(variable)} ${chosen}`,
      test: (value) => (value === null ? orMissing : value !== UNSEEN && allowed[value]),
    };
  }

  function isGone({ variable }) {
    return { text: `${formatName(variable)} is missing`, test: (value) => value === null };
  }

  function isThere({ variable }) {
    return { text: `${formatName(variable)} is not missing`, test: (value) => value !== null };
  }


  function compareRules(a, b) {
    return a.nLiterals - b.nLiterals || compareTexts(a.text, b.text);
  }

  // By code points, as Python compares; `<` on texts compares halves of pairs.
  function compareTexts(a, b) {
    const [first, second] = [Array.from(a), Array.from(b)];
    for (let i = 0; i < Math.min(first.length, second.length); i++) {
      const difference = first[i].codePointAt(0) - second[i].codePointAt(0);
      if (difference !== 0) return difference;
    }
    return first.length - second.length;
  }

  function compareLevels(a, b) {
    return typeof a === "string" ? compareTexts(a, b) : Number(a) - Number(b);
  }


  const KEYWORDS = new Set(
    "and or in is not missing always true false nan inf infinity".split(" ")
  );

  function formatName(name) {
    // Upper case first: what folds to an "s" or an "ss" is found by it.
    const keyword = KEYWORDS.has(name.toUpperCase().toLowerCase());
    return !keyword && /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u.test(name) ? name : quote(name);
  }

  function formatLevel(level) {
    if (typeof level === "string") return formatName(level);
    if (typeof level === "boolean") return String(level);
    return Number.isInteger(level) ? String(BigInt(level)) : formatNumber(level);
  }

  function quote(text) {
    return `"${Array.from(text, escapeCharacter).join("")}"`;
  }

  function escapeCharacter(character) {
    if (character === '"' || character === "\\") return `\\${character}`;
    if (character === " " || !/[\p{C}\p{Z}]/u.test(character)) return character;
    const short = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    return short ?? character.split("").map(escapeUnit).join("");
  }

  function escapeUnit(unit) {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }

  // The shortest digits that read back as the same double, set out as Python sets them out.
  function formatNumber(value) {
    if (value === 0) return "0";
    const [mantissa, power] = Math.abs(value).toExponential().split("e");
    const [digits, exponent] = [mantissa.replace(".", ""), Number(power)];
    return (value < 0 ? "-" : "") + placeDigits(digits, exponent);
  }

  function placeDigits(digits, exponent) {
    if (exponent < -4 || exponent >= 16) {
      const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
      const power = String(Math.abs(exponent)).padStart(2, "0");
      return `${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${power}`;
    }
    if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
    if (digits.length <= exponent + 1) return digits.padEnd(exponent + 1, "0");
    return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
  }


  function add(numbers) {
    return numbers.reduce((sum, one) => sum + one, 0);
  }

  function firstOfLargest(numbers) {
    return numbers.indexOf(Math.max(...numbers));
  }

  root.turs = Object.assign(root.turs ?? {}, { readModel, formatLevel, formatNumber });
  if (typeof module !== "undefined" && module.exports) module.exports = root.turs;
})(globalThis);
