// What pictures are drawn of: SVG elements, the shapes of sides, and how a plane's units become pixels.

const SVG = "http://www.w3.org/2000/svg";
const BADGE = 11;
const ROOT3 = Math.sqrt(3);

function part(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === "number" ? Math.round(value * 10) / 10 : value);
  }
  element.append(...inside);
  return element;
}

function words(x, y, said, attributes = {}) {
  return part("text", { x, y, ...attributes }, said);
}

function polygon(corners, attributes) {
  const points = corners.map(([x, y]) => `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`).join(" ");
  return part("polygon", { points, ...attributes });
}

// The corners of a hex with a flat top; size: from its middle to a corner.
function hexagon(x, y, size) {
  return Array.from({ length: 6 }, (_, step) => [
    x + size * Math.cos(step * Math.PI / 3), y + size * Math.sin(step * Math.PI / 3),
  ]);
}

// The shape of a side, as in all pictures of this game: circle, square, diamond and triangle, and then again.
function badge(x, y, size, side, label, later) {
  const shapes = [[0, 0, 1], [4, 45, 1.3], [4, 0, 1.5], [3, 180, 1.5]];
  const [corners, turned, reach] = shapes[side % shapes.length];
  const form = { class: later ? "hollow" : "full", ...(later ? { "stroke-dasharray": "3 2" } : {}) };
  let drawn;
  if (corners) {
    const ring = Array.from({ length: corners }, (_, step) => {
      const angle = ((360 * step) / corners + turned) * Math.PI / 180;
      return [x + reach * size * Math.sin(angle), y - reach * size * Math.cos(angle)];
    });
    drawn = polygon(ring, form);
  } else {
    drawn = part("circle", { cx: x, cy: y, r: size, ...form });
  }
  const letters = size * Math.min(1.15, 2.2 / Math.max(1, label.length));
  const name = { class: later ? "label later" : "label", "font-size": letters };
  return [drawn, words(x, y + 0.36 * letters, label, name)];
}

function arrowhead(x, y, angle, size) {
  const back = [0.45, -0.45].map((turn) => [x - size * Math.cos(angle + turn), y - size * Math.sin(angle + turn)]);
  return polygon([[x, y], ...back], { class: "full" });
}

// How a plane's units become pixels: y goes up on the plane and down on the screen.
class Plane {
  constructor([left, bottom, right, top], width, least, highest) {
    const spare = (length) => Math.max(0, (least - length) / 2);
    const wide = spare(right - left), tall = spare(top - bottom);
    [this.left, this.right] = [left - wide, right + wide];
    [this.bottom, this.top] = [bottom - tall, top + tall];
    const margin = 3.2 * BADGE;
    const across = this.right - this.left, up = this.top - this.bottom;
    this.scale = Math.min((width - 2 * margin) / across, (highest - 2 * margin) / up);
    this.width = width;
    this.height = Math.max(150, Math.round(up * this.scale + 2 * margin));
    this.middle = [(this.left + this.right) / 2, (this.bottom + this.top) / 2];
  }

  at([x, y]) {
    return [
      this.width / 2 + (x - this.middle[0]) * this.scale, this.height / 2 - (y - this.middle[1]) * this.scale,
    ];
  }
}

// The smallest of 1, 2, 5, 10, 20 and so on that is no less.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((step) => step * power).find((step) => step >= least) || 10 * power;
}

function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) || power;
}
// Draws how the game stands: each plane's marks as an SVG of as many pixels as it has room.

class Picture {
  // sides: the colour of each, in the order in which they take shapes.
  constructor(sides) {
    this.sides = Object.keys(sides);
    this.colours = sides;
  }

  // All planes as figures; frame: what they have to show, so that the picture stands still.
  draw(now, frame, width, highest) {
    const { kinds, titles, gauge } = now.ground;
    return kinds.flatMap((kind, number) => {
      const edges = frame.planes[number];
      if (!edges || (kind === "levels" && edges[1] === edges[3])) return [];
      const several = kind === "flat" && kinds.length > 1;
      const room = several && width >= 640 ? Math.floor((width - 16) / 2) : width;
      const tall = kind === "levels" ? 220 : several ? 340 : highest;
      const least = kind === "flat" && gauge[0] === 1 ? 10 : 6 * gauge[0];
      const plane = new Plane(edges, room, least, tall);
      return [{ title: kinds.length > 1 ? titles[number] : "", svg: this.#plane(now, plane, number) }];
    });
  }

  #plane(now, plane, number) {
    const { ground } = now, kind = ground.kinds[number];
    const svg = part("svg", { viewBox: `0 0 ${plane.width} ${plane.height}`, width: plane.width, height: plane.height });
    svg.setAttribute("aria-hidden", "true");
    if (kind === "hexes") this.#hexes(svg, plane);
    if (kind === "levels") this.#levels(svg, plane);
    svg.append(...ground.forms[number].map((form) => this.#form(plane, form)));
    this.#directions(svg, plane, kind === "hexes" ? ground.directions : []);
    const figures = now.shown();
    const seen = (figure) => figure.seen[number];
    for (const [, figure] of figures) {
      svg.append(...(seen(figure).forms || []).map((form) => this.#form(plane, { ...form, s: figure.side })));
    }
    for (const [, figure] of figures) this.#course(svg, plane, figure, seen(figure));
    for (const [, figure] of figures) this.#future(svg, plane, figure, seen(figure));
    this.#things(svg, plane, figures, seen);
    if (kind !== "levels") this.#ruler(svg, plane, ground.gauge);
    return svg;
  }

  #class(side) {
    return `side-${this.colours[side] || "none"}`;
  }

  // A circle about its one place, a line between two, a polygon of more, or hexes; with its label and its words.
  #form(plane, { k, at = [], hexes = [], r = 0, l = "", t = "", s = "" }) {
    const group = part("g", { class: this.#class(s) }, ...(t ? [part("title", {}, t)] : []));
    const note = (x, y) => l && group.append(words(x, y, l, { class: "note" }));
    for (const [x, y] of hexes.map((spot) => plane.at(spot))) {
      group.append(polygon(hexagon(x, y, plane.scale / ROOT3), { class: k }));
      if (plane.scale > 20) note(x, y + 4);
    }
    const spots = at.map((spot) => plane.at(spot)), [[x1, y1], [x2, y2]] = [...spots, [], []];
    if (spots.length === 1) {
      group.append(part("circle", { cx: x1, cy: y1, r: Math.max(2, r * plane.scale), class: k }));
      note(x1, y1 + 4);
    } else if (spots.length === 2) {
      group.append(part("line", { x1, y1, x2, y2, class: k }));
      note((x1 + x2) / 2, (y1 + y2) / 2 - 4);
    } else if (spots.length) {
      group.append(polygon(spots, { class: k }));
    }
    return group;
  }

  // The hexes, as a pattern; where they would be too small to be seen, larger ones stand for several.
  #hexes(svg, plane) {
    const times = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * plane.scale >= 16) || 1000;
    const tall = times * plane.scale, size = tall / ROOT3;
    const [x, y] = plane.at([0, 0]);
    const id = `hexes-${Picture.count++}`;
    const lines = ([cx, cy]) => `M${hexagon(cx, cy, size).map((spot) => spot.map((far) => far.toFixed(2)).join(" ")).join("L")}Z`;
    const middles = [[0, 0], [0, tall], [3 * size, 0], [3 * size, tall], [1.5 * size, tall / 2]];
    const pattern = part("pattern", { id, patternUnits: "userSpaceOnUse" },
      part("path", { d: middles.map(lines).join(""), class: "hex" }));
    for (const [key, value] of Object.entries({ x, y, width: 3 * size, height: tall })) {
      pattern.setAttribute(key, String(value));
    }
    svg.append(part("defs", {}, pattern), part("rect", {
      x: 0, y: 0, width: plane.width, height: plane.height, fill: `url(#${id})`,
    }));
    plane.drawn = times;
  }

  #directions(svg, plane, names) {
    const { width, height } = plane;
    const places = [
      [width / 2, 18], [width - 14, 18], [width - 14, height - 10], [width / 2, height - 10], [14, height - 34], [14, 18],
    ];
    names.forEach((name, at) => svg.append(words(...places[at], name, { class: "direction" })));
  }

  #levels(svg, plane) {
    // no number on another
    const step = roundStep(Math.max(1, 14 / plane.scale));
    for (let level = Math.ceil(plane.bottom / step) * step; level <= plane.top; level += step) {
      const [, y] = plane.at([0, level]);
      svg.append(part("line", { x1: 0, y1: y, x2: plane.width, y2: y, class: level ? "grid" : "grid zero" }));
      svg.append(words(6, y - 3, level > 0 ? `+${level}` : String(level), { class: "scale" }));
    }
  }

  #course(svg, plane, figure, seen) {
    if (!seen.course) return;
    const [x1, y1] = plane.at(seen.at);
    let [x2, y2] = plane.at(seen.course);
    const length = Math.hypot(x2 - x1, y2 - y1), most = 0.45 * Math.min(plane.width, plane.height);
    if (length < 1) return;
    if (length > most) [x2, y2] = [x1 + ((x2 - x1) * most) / length, y1 + ((y2 - y1) * most) / length];
    const line = part("line", { x1, y1, x2, y2, class: "course" });
    const head = length > most ? [] : [arrowhead(x2, y2, Math.atan2(y2 - y1, x2 - x1), 8)];
    svg.append(part("g", { class: this.#class(figure.side) }, line, ...head));
  }

  #future(svg, plane, figure, seen) {
    if (!seen.future) return;
    const [x, y] = plane.at(seen.future), [x1, y1] = plane.at(seen.at);
    const near = Math.hypot(x - x1, y - y1) < 2 * BADGE;
    const size = near ? 0.45 * BADGE : 0.8 * BADGE;
    const drawn = badge(x, y, size, this.sides.indexOf(figure.side), near ? "" : figure.label, true);
    svg.append(part("g", { class: this.#class(figure.side) }, ...drawn));
  }

  // Things that would cover each other move apart, each with a line to its place.
  #things(svg, plane, figures, seen) {
    const things = figures.map(([name, figure], number) => {
      const at = plane.at(seen(figure).at);
      return { name, figure, at, x: at[0] + 0.01 * Math.cos(2.4 * number), y: at[1] + 0.01 * Math.sin(2.4 * number) };
    });
    const apart = 2.3 * BADGE;
    for (let round = 0, moved = true; moved && round < (things.length > 60 ? 6 : 40); round++) {
      moved = false;
      for (let one = 0; one < things.length; one++) {
        for (let other = one + 1; other < things.length; other++) {
          const first = things[one], second = things[other];
          const x = second.x - first.x, y = second.y - first.y, far = Math.hypot(x, y) || 0.001;
          if (far >= apart - 0.5) continue;
          const push = (apart - far) / 2 / far;
          first.x -= push * x; first.y -= push * y;
          second.x += push * x; second.y += push * y;
          moved = true;
        }
      }
      for (const thing of things) {
        thing.x = Math.min(plane.width - BADGE, Math.max(BADGE, thing.x));
        thing.y = Math.min(plane.height - BADGE, Math.max(BADGE, thing.y));
      }
    }
    for (const { at, x, y } of things) {
      if (Math.hypot(x - at[0], y - at[1]) < 4) continue;
      svg.append(part("line", { x1: at[0], y1: at[1], x2: x, y2: y, class: "leader" }));
      svg.append(part("circle", { cx: at[0], cy: at[1], r: 2.5, class: "spot" }));
    }
    for (const { figure, x, y } of things) this.#nose(svg, [x, y], figure, seen(figure).toward);
    for (const { name, figure, x, y } of things) this.#thing(svg, [x, y], name, figure, seen(figure).toward);
  }

  // Where a thing points.
  #nose(svg, [x, y], figure, toward) {
    if (typeof toward !== "number" && typeof toward !== "boolean") return;
    const group = part("g", { class: this.#class(figure.side) }), size = this.#size(figure);
    if (typeof toward === "number") {
      const angle = ((toward - 90) * Math.PI) / 180, far = 2.5 * size;
      const [right, down] = [Math.cos(angle), Math.sin(angle)];
      group.append(part("line", {
        x1: x, y1: y, x2: x + 0.8 * far * right, y2: y + 0.8 * far * down, class: "nose",
      }), arrowhead(x + far * right, y + far * down, angle, 0.36 * far));
    } else {
      // a point for what comes towards whoever looks, a cross for what goes away
      const cx = x + 1.25 * size, cy = y - 1.25 * size;
      group.append(part("circle", { cx, cy, r: 5, class: "hollow" }), toward
        ? part("circle", { cx, cy, r: 1.8, class: "full" })
        : part("path", { d: `M${cx - 3} ${cy - 3}l6 6m0 -6l-6 6`, class: "cross" }));
    }
    svg.append(group);
  }

  #size(figure) {
    return figure.seen[0].forms ? 0.75 * BADGE : BADGE;
  }

  #thing(svg, [x, y], name, figure, toward) {
    const group = part("g", { class: `thing ${this.#class(figure.side)}` }), size = this.#size(figure);
    group.append(part("title", {}, [`${name} (${figure.side})`, ...figure.said].join(", ")));
    group.append(...badge(x, y, size, this.sides.indexOf(figure.side), figure.label, false));
    // not where the nose is
    const below = typeof toward !== "number" || Math.sin(((toward - 90) * Math.PI) / 180) < 0.3;
    if (figure.level) group.append(words(x, y + (below ? 2.3 : -1.5) * size, figure.level, { class: "note" }));
    svg.append(group);
  }

  #ruler(svg, plane, [one, single, several]) {
    const length = roundLength(plane.width / 3 / plane.scale / one);
    const far = length * one * plane.scale, y = plane.height - 8;
    svg.append(part("line", { x1: 12, y1: y, x2: 12 + far, y2: y, class: "ruler" }));
    const drawn = plane.drawn > 1 ? `; each hex drawn is ${plane.drawn} across` : "";
    const unit = length === 1 ? single : several;
    svg.append(words(12, y - 5, `${Number(length.toPrecision(6))} ${unit}${drawn}`.trim(), { class: "scale" }));
  }
}
Picture.count = 0;
