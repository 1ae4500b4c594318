// The game as it was packed into this file: how it stood after any event, on any of its branches.

// What one of the page's packed parts holds. Rejects where it is not as it was written.
async function unpacked(id) {
  const letters = atob(document.getElementById(id).textContent.trim());
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// How a game stands after an event: figures in the order of the legend, the ground, rows by table, all else by name.
class GameState {
  constructor(tables) {
    this.named = {};
    this.rows = tables.map(() => new Map());
    this.figures = new Map();
    this.ground = { kinds: [], forms: [] };
    this.order = [];
  }

  copy() {
    const other = Object.create(GameState.prototype);
    other.named = { ...this.named };
    other.rows = this.rows.map((rows) => new Map(rows));
    other.figures = new Map(this.figures);
    other.ground = this.ground;
    other.order = this.order;
    return other;
  }

  apply(change, keys) {
    if (change.s) Object.assign(this.named, change.s);
    for (const name of change.d || []) delete this.named[name];
    for (const [table, ...row] of change.r || []) {
      this.rows[table].set(JSON.stringify(keys[table].map((column) => row[column])), row);
    }
    for (const [table, ...key] of change.x || []) this.rows[table].delete(JSON.stringify(key));
    for (const [name, figure] of Object.entries(change.f || {})) this.figures.set(name, figure);
    if (change.o) this.order = change.o;
    if (change.g) this.ground = change.g;
  }

  // Names of what is in the picture.
  shown() {
    return this.order.map((name) => [name, this.figures.get(name)]);
  }
}

// One branch of the game. trunk: the one that it leaves after an event, or null.
class Branch {
  constructor(values, trunk) {
    this.trunk = trunk;
    this.values = values;
    this.name = values.name;
    this.after = values.after;
    this.last = values.after + values.changes.length;
    this.chapters = values.chapters.map(([at, turn, first, last]) => ({ at, turn, first, last }));
    this.keys = values.tables.map(([, columns, key]) => key.map((name) => columns.indexOf(name)));
    this.frames = [];
    this.opened = [];
    this.starts = trunk ? trunk.stateAfter(this.after) : new GameState(values.tables);
    this.#walk();
  }

  // Keep how it stood before each exchange, and where the picture of each ends.
  #walk() {
    const now = this.starts.copy();
    this.chapters.forEach((chapter, at) => {
      if (chapter.last <= this.after) {
        this.opened[at] = this.trunk.opened[at];
        this.frames[at] = this.trunk.frames[at];
        return;
      }
      const first = Math.max(chapter.first, this.after + 1);
      this.opened[at] = chapter.first > this.after ? now.copy() : this.trunk.stateAfter(chapter.first - 1);
      const frame = new Frame();
      frame.around(now);
      for (let version = first; version <= chapter.last; version++) {
        const change = this.#change(version);
        now.apply(change, this.keys);
        if (change.f || change.g) frame.around(now);
      }
      this.frames[at] = frame;
    });
  }

  #of(version, list) {
    return version <= this.after ? this.trunk.#of(version, list) : this.values[list][version - this.after - 1];
  }

  #change(version) {
    return this.#of(version, "changes");
  }

  said(version) {
    return this.#of(version, "said");
  }

  mark(version) {
    return this.#of(version, "marks");
  }

  heading(version) {
    if (version <= this.after) return this.trunk.heading(version);
    return this.values.headings[this.values.under[version - this.after - 1]];
  }

  changed(version) {
    return this.#change(version);
  }

  report(turn) {
    return this.values.reports[turn] || "";
  }

  board(first) {
    return this.values.boards[first] || (this.trunk && first <= this.after ? this.trunk.board(first) : "");
  }

  // Which exchange an event is in.
  holding(version) {
    let low = 0, high = this.chapters.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chapters[middle].first <= version) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  stateAfter(version) {
    if (version < 0) return new GameState(this.values.tables);
    if (version <= this.after) return this.trunk.stateAfter(version);
    const at = this.holding(version);
    const now = this.opened[at].copy();
    for (let each = this.chapters[at].first; each <= version; each++) now.apply(this.#change(each), this.keys);
    return now;
  }

  // The same, from how it stood somewhere before, which may be changed for it, or undefined.
  next(before, version) {
    if (before === undefined || version <= this.after || before.version !== version - 1) {
      before = this.stateAfter(version);
    } else {
      before.apply(this.#change(version), this.keys);
    }
    before.version = version;
    return before;
  }

  // The rows of a table that hold, by column, in the order of their key.
  rows(now, table) {
    const [, columns] = this.values.tables[table], keys = this.keys[table];
    const sorted = [...now.rows[table].values()].sort((one, other) => {
      for (const key of keys) if (one[key] !== other[key]) return one[key] < other[key] ? -1 : 1;
      return 0;
    });
    return sorted.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  }

  // The same as `sits show GAME --at #VERSION --json` prints.
  state(version) {
    const now = this.stateAfter(version);
    const tables = this.values.tables.map(([name], table) => [name, this.rows(now, table)]);
    return { name: this.name, event: version, ...now.named, ...Object.fromEntries(tables) };
  }
}

// What has to be seen on each plane: left, bottom, right, top.
class Frame {
  constructor() {
    this.planes = [];
  }

  point(plane, [x, y]) {
    const edges = (this.planes[plane] = this.planes[plane] || [x, y, x, y]);
    this.planes[plane] = [
      Math.min(edges[0], x), Math.min(edges[1], y), Math.max(edges[2], x), Math.max(edges[3], y),
    ];
  }

  around(now) {
    const { forms, wanted = [] } = now.ground;
    forms.forEach((on, plane) => on.forEach((form) => this.#form(plane, form)));
    wanted.forEach((spots, plane) => spots.forEach((spot) => this.point(plane, spot)));
    for (const [, { seen }] of now.shown()) {
      seen.forEach(({ at, future = at, forms: own = [] }, plane) => {
        for (const place of [at, future]) this.point(plane, place);
        for (const form of own) this.#form(plane, form);
      });
    }
  }

  #form(plane, { at = [], hexes = [], r = 0 }) {
    for (const [x, y] of [...at, ...hexes]) for (const off of [-r, r]) this.point(plane, [x + off, y + off]);
  }

  // One frame for several, so that a picture stands still.
  static of(frames) {
    const whole = new Frame();
    for (const frame of frames) {
      frame.planes.forEach(([left, bottom, right, top], plane) => {
        whole.point(plane, [left, bottom]);
        whole.point(plane, [right, top]);
      });
    }
    return whole;
  }
}

// The exchanges of one branch, or of two side by side: those of one moment are one beat.
function beats(one, other) {
  if (!other) return one.chapters.map((_, at) => [at, null]);
  const found = [];
  const key = (chapter) => `${chapter.turn} ${chapter.at} ${chapter.turn ? "" : chapter.first}`;
  const places = new Map(other.chapters.map((chapter, at) => [key(chapter), at]));
  let next = 0;
  one.chapters.forEach((chapter, at) => {
    const there = places.get(key(chapter));
    if (there === undefined || there < next) {
      found.push([at, null]);
      return;
    }
    while (next < there) found.push([null, next++]);
    found.push([at, next++]);
  });
  while (next < other.chapters.length) found.push([null, next++]);
  return found;
}
