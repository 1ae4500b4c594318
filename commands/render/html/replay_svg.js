// What pictures are drawn of: SVG elements, the shapes of sides, how a plane's units become pixels, labels that keep apart.

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

// A way that ends short of both its ends, so that what stands there is seen; itself where it is too short for that.
function shortened([x1, y1], [x2, y2], by) {
  const far = Math.hypot(x2 - x1, y2 - y1), part = far > 3 * by ? by / far : 0;
  return [[x1 + part * (x2 - x1), y1 + part * (y2 - y1)], [x2 - part * (x2 - x1), y2 - part * (y2 - y1)]];
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

  // The place that a pixel shows.
  place(x, y) {
    return [
      (x - this.width / 2) / this.scale + this.middle[0], (this.height / 2 - y) / this.scale + this.middle[1],
    ];
  }
}

// Where on a plane there is room for words: none is written over another, nor over what stands there.
class Room {
  constructor(width, height) {
    Object.assign(this, { width, height, taken: [] });
  }

  take(left, top, right, bottom) {
    this.taken.push([left, top, right, bottom]);
  }

  #free([left, top, right, bottom]) {
    if (left < 0 || top < 0 || right > this.width || bottom > this.height) return false;
    return this.taken.every(([x1, y1, x2, y2]) => right <= x1 || left >= x2 || bottom <= y1 || top >= y2);
  }

  // Words in the first of some places, each the middle of their foot, where there is room; undefined where there is none.
  write(said, places, { size = 11, ...attributes }) {
    const wide = 0.33 * size * said.length + 2;
    for (const [x, y] of places) {
      const box = [x - wide, y - 0.85 * size, x + wide, y + 0.25 * size];
      if (!this.#free(box)) continue;
      this.take(...box);
      return words(x, y, said, { "font-size": size, ...attributes });
    }
    return undefined;
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
