// Draws how the game stands: each plane's marks as an SVG of as many pixels as it has room.

class Picture {
  // sides: the colour of each, in the order in which they take shapes.
  constructor(sides) {
    this.sides = Object.keys(sides);
    this.colours = sides;
  }

  // All planes as figures. frame: what they have to show, so that the picture stands still; told: the chosen unit, the
  // paths of the turn and the shots of the exchange, each with the words that explain it.
  draw(now, frame, width, highest, told) {
    const { kinds, titles, gauge } = now.ground;
    const flat = kinds.length > 1 && kinds.every((kind) => kind === "flat");
    return kinds.flatMap((kind, number) => {
      const edges = frame.planes[number];
      if (!edges || (kind === "levels" && edges[1] === edges[3])) return [];
      const small = flat && number > 0;
      const room = small && width >= 480 ? Math.floor((width - 16) / 2) : width;
      const tall = kind === "levels" ? 170 : small ? 240 : kinds.length > 1 ? 0.75 * highest : highest;
      const least = kind === "flat" && gauge[0] === 1 ? 10 : 6 * gauge[0];
      const plane = new Plane(edges, room, least, tall);
      return [{ title: kinds.length > 1 ? titles[number] : "", svg: this.#plane(now, plane, number, told) }];
    });
  }

  #plane(now, plane, number, { chosen, arcs, paths, shots }) {
    const { ground } = now, kind = ground.kinds[number], figures = now.shown();
    const svg = part("svg", { viewBox: `0 0 ${plane.width} ${plane.height}`, width: plane.width, height: plane.height });
    svg.setAttribute("aria-hidden", "true");
    const room = new Room(plane.width, plane.height);
    if (kind === "hexes") this.#hexes(svg, plane, now);
    if (kind === "levels") this.#levels(svg, plane, room);
    else this.#ruler(svg, plane, ground.gauge, room);
    this.#directions(svg, plane, kind === "hexes" ? ground.directions : [], room);
    const placed = this.#placed(plane, figures, number, room);
    svg.append(...ground.forms[number].map((form) => this.#form(plane, form)));
    for (const [name, figure] of figures) {
      const own = (figure.seen[number].forms || []).filter(({ k }) => name === chosen || !k.startsWith("area"));
      svg.append(...own.map((form) => this.#form(plane, { ...form, s: figure.side })));
    }
    if (number === 0) for (const arc of arcs) this.#arc(svg, plane, arc, now, chosen, room);
    for (const path of paths) this.#path(svg, plane, path, number, path.name === chosen);
    for (const [, figure] of figures) this.#course(svg, plane, figure, figure.seen[number]);
    for (const [, figure] of figures) this.#future(svg, plane, figure, figure.seen[number]);
    const written = shots.map((shot) => this.#shot(svg, plane, shot, number, room));
    this.#things(svg, placed, number, chosen, room);
    svg.append(...written.filter(Boolean));
    const noted = new Set();
    for (const form of ground.forms[number]) {
      // a body and what is round it have one label
      const key = `${form.l} ${form.at}`;
      if (!noted.has(key)) this.#note(svg, plane, form, room);
      if (form.at) noted.add(key);
    }
    for (const [name, figure] of figures) {
      if (name === chosen) for (const form of figure.seen[number].forms || []) this.#note(svg, plane, form, room);
    }
    return svg;
  }

  #class(side) {
    return `side-${this.colours[side] || "none"}`;
  }

  // A circle about its one place, a line between two, a polygon of more, or hexes; with what explains it.
  #form(plane, { k, at = [], hexes = [], r = 0, t = "", s = "" }) {
    const group = part("g", { class: this.#class(s), ...(t ? { "data-tip": t } : {}) });
    for (const [x, y] of hexes.map((spot) => plane.at(spot))) {
      group.append(polygon(hexagon(x, y, plane.scale / ROOT3), { class: k }));
    }
    const spots = at.map((spot) => plane.at(spot)), [[x1, y1], [x2, y2]] = [...spots, [], []];
    if (spots.length === 1) {
      group.append(part("circle", { cx: x1, cy: y1, r: Math.max(2, r * plane.scale), class: k }));
    } else if (spots.length === 2) {
      group.append(part("line", { x1, y1, x2, y2, class: k }));
    } else if (spots.length) {
      group.append(polygon(spots, { class: k }));
    }
    return group;
  }

  // Where a weapon of the chosen unit bears on what is as high as it; as far as it reaches, or is seen well.
  #arc(svg, plane, [name, patches, reach, said, own], now, chosen, room) {
    const figure = now.figures.get(chosen), body = now.bodies.get(chosen), one = now.ground.gauge[0] * plane.scale;
    const [x, y] = plane.at(figure.seen[0].at), most = 0.42 * Math.min(plane.width, plane.height);
    const far = Math.max(3 * BADGE, Math.min(most, reach ? (reach + 0.5) * one : 0.6 * most));
    const [ax, ay, az, tx, ty, tz] = body.d;
    // ahead and to the right, as they are seen from above
    const [ahead, right] = own ? [[ax, ay], [ay * tz - az * ty, az * tx - ax * tz]] : [[0, 1], [1, 0]];
    const group = part("g", { class: this.#class(figure.side), "data-tip": said ? `${name}: ${said}` : name }), places = [];
    for (const [from, to] of patches.filter(([, , low, high]) => low <= 0 && high > 0)) {
      const steps = Math.max(1, Math.ceil((to - from) / 10));
      const ring = Array.from({ length: steps + 1 }, (_, step) => {
        const angle = (from + ((to - from) * step) / steps) * Math.PI / 180;
        return [0, 1].map((axis) => far * (Math.cos(angle) * ahead[axis] + Math.sin(angle) * right[axis]));
      }).map(([east, north]) => [x + east, y - north]);
      group.append(polygon(to - from < 360 ? [[x, y], ...ring] : ring, { class: "area arc" }));
      for (const part of [0.8, 0.6, 1.05]) {
        for (const at of [0.5, 0.3, 0.7]) {
          const [mx, my] = ring[Math.floor(at * steps)];
          places.push([x + part * (mx - x), y + part * (my - y) + 4]);
        }
      }
    }
    const label = room.write(name, places, { class: "note" });
    if (label) group.append(label);
    if (places.length) svg.append(group);
  }

  // The label of a form, in its middle or near by.
  #note(svg, plane, { k, at = [], hexes = [], l = "" }, room) {
    if (!l || k.startsWith("thing")) return;
    const write = (x, y, places) => {
      const near = places.map(([right, down]) => [x + right, y + 4 + down]);
      const label = room.write(l, near, { class: "note" });
      if (label) svg.append(label);
    };
    if (plane.scale > 20) for (const spot of hexes) write(...plane.at(spot), [[0, 0], [0, plane.scale / 3]]);
    if (!at.length) return;
    const spots = at.map((spot) => plane.at(spot));
    const middle = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
    write(...middle, [[0, 0], [0, -14], [0, 14], [24, 0], [-24, 0]]);
  }

  // The hexes, as a pattern; where they would be too small to be seen, larger ones stand for several.
  #hexes(svg, plane, now) {
    const times = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * plane.scale >= 6) || 1000;
    const tall = times * plane.scale, size = tall / ROOT3;
    const [x, y] = plane.at([0, 0]);
    const id = `hexes-${Picture.count++}`;
    const lines = ([cx, cy]) => `M${hexagon(cx, cy, size).map((spot) => spot.map((far) => far.toFixed(2)).join(" ")).join("L")}Z`;
    const middles = [[0, 0], [0, tall], [3 * size, 0], [3 * size, tall], [1.5 * size, tall / 2]];
    const pattern = part("pattern", { id, patternUnits: "userSpaceOnUse" },
      part("path", { d: middles.map(lines).join(""), class: tall < 14 ? "hex fine" : "hex" }));
    for (const [key, value] of Object.entries({ x, y, width: 3 * size, height: tall })) {
      pattern.setAttribute(key, String(value));
    }
    const ground = part("rect", { x: 0, y: 0, width: plane.width, height: plane.height, fill: `url(#${id})` });
    // which hex it is, and what lies in it
    ground.explain = (right, down) => {
      const [px, py] = plane.place(right, down), q = px * 2 / ROOT3, r = -py - q / 2;
      const [hq, hr] = nearestHex(q, r), spot = [hq * ROOT3 / 2, -(hr + hq / 2)];
      const here = ([sx, sy]) => Math.hypot(sx - spot[0], sy - spot[1]) < 0.1;
      const fields = now.ground.forms[0].filter(({ hexes = [] }) => hexes.some(here)).map(({ t }) => t);
      const units = now.shown().filter(([, { seen: [{ at }] }]) => here(at)).map(([name]) => name);
      return [`Hex ${hq},${hr}`, ...fields, ...units].join("; ");
    };
    ground.dataset.tip = "";
    svg.append(part("defs", {}, pattern), ground);
    plane.drawn = times;
  }

  #directions(svg, plane, names, room) {
    const { width, height } = plane;
    const places = [
      [width / 2, 18], [width - 14, 18], [width - 14, height - 10], [width / 2, height - 10], [14, height - 34], [14, 18],
    ];
    names.forEach((name, at) => {
      const letter = room.write(name, [places[at]], { class: "direction", size: 16 });
      if (letter) svg.append(letter);
    });
  }

  #levels(svg, plane, room) {
    // no number on another
    const step = roundStep(Math.max(1, 14 / plane.scale));
    for (let level = Math.ceil(plane.bottom / step) * step; level <= plane.top; level += step) {
      const [, y] = plane.at([0, level]);
      svg.append(part("line", { x1: 0, y1: y, x2: plane.width, y2: y, class: level ? "grid" : "grid zero" }));
      const said = level > 0 ? `+${level}` : String(level);
      svg.append(words(6, y - 3, said, { class: "scale" }));
      room.take(4, y - 14, 30, y);
    }
  }

  // The way that a unit went in this turn, with a dot wherever an exchange ended.
  #path(svg, plane, { name, side, spots }, number, strong) {
    const corners = spots.map(({ seen }) => plane.at(seen[number]));
    if (corners.length < 2) return;
    const group = part("g", { class: `path ${this.#class(side)}${strong ? " strong" : ""}` });
    group.append(part("polyline", { points: corners.map((spot) => spot.map((far) => far.toFixed(1)).join(",")).join(" ") }));
    spots.slice(0, -1).forEach(({ at }, step) => {
      const [cx, cy] = corners[step];
      if (at !== spots[step + 1].at) group.append(part("circle", { cx, cy, r: 2.2, "data-tip": `${name}, ${at}` }));
    });
    svg.append(group);
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

  // A shot as a line from who fired to the target, with its number; words are given back, to be drawn above all else.
  #shot(svg, plane, { side, from, to, number: said, missiles, latest, tip, version }, number, room) {
    if (!from || !to) return undefined;
    const ends = shortened(plane.at(from[number]), plane.at(to[number]), 1.3 * BADGE);
    // fire that is returned lies beside it
    const turned = Math.atan2(ends[1][1] - ends[0][1], ends[1][0] - ends[0][0]) + Math.PI / 2;
    const [[x1, y1], [x2, y2]] = ends.map(([x, y]) => [x + 3 * Math.cos(turned), y + 3 * Math.sin(turned)]);
    const kind = `shot ${this.#class(side)}${missiles ? " missiles" : ""}${latest ? " latest" : ""}`;
    const group = part("g", { class: kind, "data-tip": tip, "data-event": version });
    const angle = Math.atan2(y2 - y1, x2 - x1);
    group.append(part("line", { x1, y1, x2, y2, class: "wide" }), part("line", { x1, y1, x2, y2 }), arrowhead(x2, y2, angle, 9));
    svg.append(group);
    if (number) return undefined;
    const across = [-Math.sin(angle), Math.cos(angle)];
    const places = [9, 22, 36, 52, 70, 90].flatMap((off) => [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((part) => [off, -off].map((far) =>
      [x1 + part * (x2 - x1) + far * across[0], y1 + part * (y2 - y1) + far * across[1] + 4])));
    return room.write(said, places, { class: `note number ${this.#class(side)}${latest ? " latest" : ""}`, size: 12 });
  }

  // Where things stand: those that would cover each other move apart.
  #placed(plane, figures, number, room) {
    const things = figures.map(([name, figure], count) => {
      const at = plane.at(figure.seen[number].at);
      return { name, figure, at, x: at[0] + 0.01 * Math.cos(2.4 * count), y: at[1] + 0.01 * Math.sin(2.4 * count) };
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
    for (const { x, y } of things) room.take(x - 1.1 * BADGE, y - 1.1 * BADGE, x + 1.1 * BADGE, y + 1.1 * BADGE);
    return things;
  }

  // Each thing with a line to its place, if it had to move.
  #things(svg, things, number, chosen, room) {
    for (const { at, x, y } of things) {
      if (Math.hypot(x - at[0], y - at[1]) < 4) continue;
      svg.append(part("line", { x1: at[0], y1: at[1], x2: x, y2: y, class: "leader" }));
      svg.append(part("circle", { cx: at[0], cy: at[1], r: 2.5, class: "spot" }));
    }
    for (const { figure, x, y } of things) this.#nose(svg, [x, y], figure, figure.seen[number].toward, room);
    for (const { name, figure, x, y } of things) this.#thing(svg, [x, y], name, figure, name === chosen, room);
  }

  // Where a thing points.
  #nose(svg, [x, y], figure, toward, room) {
    if (typeof toward !== "number" && typeof toward !== "boolean") return;
    const group = part("g", { class: this.#class(figure.side) }), size = this.#size(figure);
    if (typeof toward === "number") {
      const angle = ((toward - 90) * Math.PI) / 180, far = 2.5 * size;
      const [right, down] = [Math.cos(angle), Math.sin(angle)], [tx, ty] = [x + far * right, y + far * down];
      group.append(part("line", {
        x1: x, y1: y, x2: x + 0.8 * far * right, y2: y + 0.8 * far * down, class: "nose",
      }), arrowhead(tx, ty, angle, 0.36 * far));
      room.take(Math.min(x, tx) - 3, Math.min(y, ty) - 3, Math.max(x, tx) + 3, Math.max(y, ty) + 3);
    } else {
      // a point for what comes towards whoever looks, a cross for what goes away
      const cx = x + 1.25 * size, cy = y - 1.25 * size;
      group.append(part("circle", { cx, cy, r: 5, class: "hollow" }), toward
        ? part("circle", { cx, cy, r: 1.8, class: "full" })
        : part("path", { d: `M${cx - 3} ${cy - 3}l6 6m0 -6l-6 6`, class: "cross" }));
      room.take(cx - 6, cy - 6, cx + 6, cy + 6);
    }
    svg.append(group);
  }

  #size(figure) {
    return figure.seen[0].forms ? 0.75 * BADGE : BADGE;
  }

  #thing(svg, [x, y], name, figure, chosen, room) {
    const size = this.#size(figure);
    const group = part("g", { class: `thing ${this.#class(figure.side)}`, "data-unit": name });
    group.dataset.tip = [figure.side ? `${name} (${figure.side})` : name, ...figure.said].join(", ");
    if (chosen) group.append(part("circle", { cx: x, cy: y, r: 1.75 * size, class: "chosen" }));
    group.append(...badge(x, y, size, this.sides.indexOf(figure.side), figure.label, false));
    const near = [[0, 2.2], [0, -1.4], [2.2, 0.3], [-2.2, 0.3], [1.9, 1.9], [-1.9, -1.4]];
    const level = figure.level && room.write(figure.level, near.map(([right, down]) => [x + right * size, y + down * size]), { class: "note" });
    if (level) group.append(level);
    svg.append(group);
  }

  #ruler(svg, plane, [one, single, several], room) {
    const length = roundLength(plane.width / 3 / plane.scale / one);
    const far = length * one * plane.scale, y = plane.height - 8;
    svg.append(part("line", { x1: 12, y1: y, x2: 12 + far, y2: y, class: "ruler" }));
    const drawn = plane.drawn > 1 ? `; each hex drawn is ${plane.drawn} across` : "";
    const said = `${Number(length.toPrecision(6))} ${length === 1 ? single : several}${drawn}`.trim();
    svg.append(words(12, y - 5, said, { class: "scale" }));
    room.take(10, y - 18, Math.max(14 + far, 14 + 6.5 * said.length), y + 3);
  }
}
Picture.count = 0;

// The hex in which a place lies: of three numbers that make 0 each is rounded, and the one farthest off follows from the others.
function nearestHex(q, r) {
  const s = -q - r, [rq, rr, rs] = [q, r, s].map(Math.round);
  const [dq, dr, ds] = [rq - q, rr - r, rs - s].map(Math.abs);
  if (dq > dr && dq > ds) return [-rr - rs + 0, rr + 0];
  return [rq + 0, (dr > ds ? -rq - rs : rr) + 0];
}
