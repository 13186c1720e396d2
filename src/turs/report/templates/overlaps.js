/* The map of shared rows: a square a pair of rules, drawn on a canvas. */
(function (turs) {
  "use strict";

  const page = turs.page;
  const LEAST_SIDE = 6;
  const SMALLEST_SIDE = 2;
  const LARGEST_SIDE = 44;
  const ROOM_FOR_NUMBERS = 30;
  const SIDE_WITH_NUMBERS = 15;
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  page.startOverlaps = function () {
    const canvas = page.byId("map");
    if (canvas === null) return;
    const map = { canvas, rows: page.model.sharedRows(), at: null, all: false };
    const draw = () => drawMap(map);
    canvas.addEventListener("mousemove", (event) => point(map, place(map, event)));
    canvas.addEventListener("click", (event) => openAt(place(map, event)));
    canvas.addEventListener("mouseleave", () => ((map.at = null), draw()));
    canvas.addEventListener("keydown", (event) => move(map, event));
    const button = page.byId("map-size").querySelector("button");
    button.addEventListener("click", () => ((map.all = !map.all), draw()));
    new ResizeObserver(draw).observe(canvas.parentElement.parentElement);
    for (const query of ["(prefers-color-scheme: dark)", "print"]) {
      matchMedia(query).addEventListener("change", draw);
    }
  };


  function drawMap(map) {
    const total = page.facts.length;
    const room = Math.min(map.canvas.closest(".map").clientWidth, 760) - ROOM_FOR_NUMBERS;
    map.n = map.all ? total : Math.min(total, Math.max(1, Math.floor(room / LEAST_SIDE)));
    map.side = Math.min(LARGEST_SIDE, Math.max(SMALLEST_SIDE, Math.floor(room / map.n)));
    const size = ROOM_FOR_NUMBERS + map.n * map.side + 1;
    const scale = globalThis.devicePixelRatio || 1;
    map.canvas.width = map.canvas.height = Math.round(size * scale);
    map.canvas.style.width = map.canvas.style.height = `${size}px`;
    const context = map.canvas.getContext("2d");
    context.scale(scale, scale);
    context.translate(ROOM_FOR_NUMBERS, ROOM_FOR_NUMBERS);
    const colours = readColours(map.canvas);
    drawSquares(map, context, colours);
    drawNumbers(map, context, colours);
    if (map.at) drawFrame(map, context, colours);
    sayHowMany(map, total);
  }

  function readColours(element) {
    const style = getComputedStyle(element);
    const triple = (name) => style.getPropertyValue(name).trim().split(/\s+/).map(Number);
    const colour = (name) => `rgb(${triple(name).join(" ")})`;
    return {
      from: triple("--map-from"),
      to: triple("--map-to"),
      nested: colour("--map-nested"),
      self: colour("--map-self"),
      text: style.color,
    };
  }

  function drawSquares(map, context, colours) {
    const gap = map.side > 5 ? 1 : 0;
    for (let i = 0; i < map.n; i++) {
      for (let j = 0; j < map.n; j++) {
        const share = shareOf(map, i, j);
        context.fillStyle = i === j ? colours.self : mixed(colours, share);
        context.fillRect(j * map.side, i * map.side, map.side - gap, map.side - gap);
        if (i !== j && liesInside(i, j)) drawNested(map, context, colours, i, j, gap);
      }
    }
  }

  function drawNested(map, context, colours, i, j, gap) {
    context.fillStyle = colours.nested;
    if (map.side < 9) {
      context.fillRect(j * map.side, i * map.side, map.side - gap, map.side - gap);
      return;
    }
    const middle = (map.side - gap) / 2;
    context.beginPath();
    context.arc(j * map.side + middle, i * map.side + middle, middle * 0.55, 0, 2 * Math.PI);
    context.fill();
  }

  function drawNumbers(map, context, colours) {
    const every = Math.max(1, Math.ceil(SIDE_WITH_NUMBERS / map.side / 5) * 5);
    const step = map.side >= SIDE_WITH_NUMBERS ? 1 : every;
    context.fillStyle = colours.text;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let i = step - 1; i < map.n; i += step) {
      const middle = i * map.side + map.side / 2;
      context.textAlign = "right";
      context.fillText(String(i + 1), -6, middle);
      context.textAlign = "center";
      context.fillText(String(i + 1), middle, -10);
    }
  }

  function drawFrame(map, context, colours) {
    const [i, j] = map.at;
    context.strokeStyle = colours.text;
    context.lineWidth = 2;
    context.strokeRect(j * map.side - 1, i * map.side - 1, map.side + 1, map.side + 1);
  }

  function mixed({ from, to }, share) {
    if (share === 0) return `rgb(${from.join(" ")})`;
    // Small overlaps must be seen too.
    const weight = 0.15 + 0.85 * Math.sqrt(share);
    return `rgb(${from.map((part, k) => Math.round(part + weight * (to[k] - part))).join(" ")})`;
  }

  function sayHowMany(map, total) {
    if (!map.all) map.fewer = map.n;
    const line = page.byId("map-size");
    line.hidden = map.fewer === total;
    const [words, button] = line.children;
    words.textContent = map.all
      ? `All ${total} rules.`
      : `The ${map.n} rules with the largest covers.`;
    button.textContent = map.all ? `Show the ${map.fewer} largest` : `Show all ${total}`;
  }


  function place(map, event) {
    const box = map.canvas.getBoundingClientRect();
    const find = (length) => Math.floor((length - ROOM_FOR_NUMBERS) / map.side);
    const [i, j] = [find(event.clientY - box.top), find(event.clientX - box.left)];
    return i >= 0 && j >= 0 && i < map.n && j < map.n ? [i, j] : null;
  }

  function point(map, at) {
    if (at === null || (map.at && at[0] === map.at[0] && at[1] === map.at[1])) return;
    map.at = at;
    drawMap(map);
    page.byId("map-text").textContent = inWords(map, ...at);
  }

  function move(map, event) {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== "Enter") return;
    // Else Enter would press the button that gets the focus, too.
    event.preventDefault();
    if (step === undefined) return openAt(map.at);
    const within = (k) => Math.min(map.n - 1, Math.max(0, k));
    const next = map.at ? map.at.map((k, side) => k + step[side]) : [0, 1];
    point(map, next.map(within));
  }

  function openAt(at) {
    if (at) page.openRule(at[0] + 1);
  }

  const positionOf = (i) => page.facts[i].position;
  const rowsOf = (i) => page.model.rules[positionOf(i)].nRows;
  const sharedBy = (map, i, j) => map.rows[positionOf(i) * page.facts.length + positionOf(j)];
  const shareOf = (map, i, j) => (rowsOf(i) === 0 ? 0 : sharedBy(map, i, j) / rowsOf(i));
  const liesInside = (i, j) => page.model.contains(positionOf(j), positionOf(i));

  function inWords(map, i, j) {
    const [a, b] = [i + 1, j + 1];
    if (i === j) return `Rule ${a} covers ${page.counted(rowsOf(i), "row")}.`;
    const n = sharedBy(map, i, j);
    if (n === 0) return `Rules ${a} and ${b} share no row.`;
    const said = page.countsInWords(page.model.shared(positionOf(i), positionOf(j)), 3);
    const parts = [i, j].map((k) => {
      const share = page.formatPercent(n / rowsOf(k));
      return `${share} of the ${page.grouped(rowsOf(k))} of rule ${k + 1}`;
    });
    return (
      `Rules ${a} and ${b} share ${page.counted(n, "row")}: ${parts.join(", ")}` +
      `${nesting(i, j)}. The shared rows: ${said}.`
    );
  }

  function nesting(i, j) {
    if (liesInside(i, j) && liesInside(j, i)) return "; their rows are the same";
    if (liesInside(i, j)) return `; rule ${i + 1} is an exception to rule ${j + 1}`;
    return liesInside(j, i) ? `; rule ${j + 1} is an exception to rule ${i + 1}` : "";
  }
})(globalThis.turs);
