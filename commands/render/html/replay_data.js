// The game as it was packed into this file: how it stood after any event, on any of its branches.

// The place in a list of the last that begins with an event or before it.
function placeOf(list, version) {
  let low = 0, high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (list[middle].first <= version) low = middle;
    else high = middle - 1;
  }
  return low;
}

// How a game stands after an event: figures in the order of the legend, the ground, rows by table, all else by name.
class GameState {
  constructor(tables) {
    this.named = {};
    this.rows = tables.map(() => new Map());
    this.figures = new Map();
    this.ground = { kinds: [], forms: [] };
    this.order = [];
    this.bodies = new Map();
    this.plane = null;
    this.units = { lines: new Map(), sheets: new Map(), discs: new Map(), order: [], measures: [] };
  }

  copy() {
    const other = Object.create(GameState.prototype);
    other.named = { ...this.named };
    other.rows = this.rows.map((rows) => new Map(rows));
    other.figures = new Map(this.figures);
    other.ground = this.ground;
    other.order = this.order;
    other.bodies = new Map(this.bodies);
    other.plane = this.plane;
    const { lines, sheets, discs, order, measures } = this.units;
    other.units = { lines: new Map(lines), sheets: new Map(sheets), discs: new Map(discs), order, measures };
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
    const { u = {}, g = this.plane } = change.v || {};
    for (const [name, body] of Object.entries(u)) {
      if (body) this.bodies.set(name, body);
      else this.bodies.delete(name);
    }
    this.plane = g;
    const { units } = this;
    for (const [kind, rows] of [["u", units.lines], ["c", units.sheets], ["w", units.discs]]) {
      for (const [name, told] of Object.entries(change[kind] || {})) {
        if (told === null) rows.delete(name);
        else rows.set(name, Array.isArray(told) ? told : Object.assign([...rows.get(name)], told));
      }
    }
    if (change.q) units.order = change.q;
    if (change.m) units.measures = change.m;
  }

  // Names of what is in the picture.
  shown() {
    return this.order.map((name) => [name, this.figures.get(name)]);
  }
}

// Some turns of a branch, unpacked when they are come to. first, last: its events; name: of its parts in the page.
class Volume {
  constructor(branch, name, first, last) {
    Object.assign(this, { branch, name, first, last, values: null, parts: {} });
  }

  // One of its parts, unpacked when it is first asked for.
  part(kind) {
    return (this.parts[kind] = this.parts[kind] || unpacked(`${kind}-${this.name}`));
  }

  async open() {
    const values = await this.part("shown");
    if (!this.values) this.#walk(values);
  }

  // Keep how it stood before each exchange, and where the picture of each ends.
  #walk(values) {
    const { branch } = this, now = new GameState(branch.values.tables);
    this.opened = new Map();
    this.frames = new Map();
    now.apply(values.opens, branch.keys);
    for (let at = branch.holding(this.first); at <= branch.holding(this.last); at++) {
      this.opened.set(at, now.copy());
      const frame = new Frame();
      frame.around(now);
      for (let version = this.from(at); version <= branch.chapters[at].last; version++) {
        const change = values.changes[version - this.first];
        now.apply(change, branch.keys);
        if (change.f || change.g) frame.around(now);
      }
      this.frames.set(at, frame);
    }
    this.values = values;
  }

  // The first event that it has of an exchange.
  from(at) {
    return Math.max(this.branch.chapters[at].first, this.first);
  }
}

// One branch of the game. number: which of those in the file; trunk: the one that it leaves after an event, or null.
class Branch {
  constructor(number, values, trunk) {
    this.trunk = trunk;
    this.values = values;
    this.name = values.name;
    this.after = values.after;
    this.chapters = values.chapters.map(([at, turn, first, last]) => ({ at, turn, first, last }));
    this.last = this.chapters[this.chapters.length - 1].last;
    this.turns = new Map();
    this.chapters.forEach(({ turn }, at) => {
      if (!this.turns.has(turn)) this.turns.set(turn, []);
      this.turns.get(turn).push(at);
    });
    this.keys = values.tables.map(([, columns, key]) => key.map((name) => columns.indexOf(name)));
    const { volumes } = values;
    this.volumes = volumes.map((first, at) => new Volume(this, `${number}-${at}`, first, (volumes[at + 1] || this.last + 1) - 1));
  }

  // The volume that an event is in, its own or the trunk's.
  volume(version) {
    if (version <= this.after) return this.trunk.volume(version);
    return this.volumes[placeOf(this.volumes, version)];
  }

  // Unpack what will be come to; what is wrong with it is said then.
  expect(version) {
    this.volume(version).open().catch(() => {});
  }

  // All volumes that have a part of some exchanges.
  volumesOf(chapters) {
    return chapters.flatMap((at) => [this.volume(this.chapters[at].first), this.volume(this.chapters[at].last)]);
  }

  #of(version, list) {
    const volume = this.volume(version);
    return volume.values[list][version - volume.first];
  }

  said(version) {
    return this.#of(version, "said");
  }

  mark(version) {
    return version <= this.after ? this.trunk.mark(version) : this.values.marks[version - this.after - 1];
  }

  heading(version) {
    return this.volume(version).values.headings[this.#of(version, "under")];
  }

  changed(version) {
    return this.#of(version, "changes");
  }

  // Where the picture of an exchange ends.
  frame(at) {
    return this.volume(this.chapters[at].last).frames.get(at);
  }

  // The places in space that each unit came to in the turn at hand, up to an event of it.
  trails(version) {
    const { turn } = this.chapters[this.holding(version)], at = this.turns.get(turn)[0];
    const found = new Map();
    const add = (name, body) => body && found.set(name, [...(found.get(name) || []), body.at]);
    const volume = this.volume(this.chapters[at].first);
    if (!volume.opened.has(at)) return found;
    for (const [name, body] of volume.opened.get(at).bodies) add(name, body);
    for (let each = volume.from(at); each <= version; each++) {
      for (const [name, body] of Object.entries((this.changed(each).v || {}).u || {})) add(name, body);
    }
    return found;
  }

  report(turn) {
    const chapters = this.turns.get(turn), { last } = this.chapters[chapters[chapters.length - 1]];
    return this.volume(last).values.reports[turn] || "";
  }

  board({ first, last }) {
    return this.volume(last).values.boards[first] || "";
  }

  // Which exchange an event is in.
  holding(version) {
    return placeOf(this.chapters, version);
  }

  // How the game stood after an event of a volume that is unpacked.
  stateAfter(version) {
    const volume = this.volume(version), at = volume.branch.holding(version);
    const now = volume.opened.get(at).copy();
    for (let each = volume.from(at); each <= version; each++) now.apply(this.changed(each), this.keys);
    return now;
  }

  // The same, from how it stood somewhere before, which may be changed for it, or undefined.
  next(before, version) {
    if (before === undefined || before.version !== version - 1) {
      before = this.stateAfter(version);
    } else {
      before.apply(this.changed(version), this.keys);
    }
    before.version = version;
    return before;
  }

  // Where each unit was in the turn of an event until then, and the shots of its exchange, each where it was fired.
  course(version) {
    const at = this.holding(version), chapter = this.chapters[at], [first] = this.turns.get(chapter.turn);
    let course = this.walked;
    if (!course || course.turn !== chapter.turn || course.version > version) {
      const volume = this.volume(this.chapters[first].first);
      const before = volume.branch.holding(this.chapters[first].first);
      const now = volume.opened.get(before);
      course = { turn: chapter.turn, version: this.chapters[first].first - 1, seen: new Map(), paths: new Map(), shots: new Map() };
      for (const [name, figure] of now.shown()) this.#stands(course, name, figure, "");
    }
    while (course.version < version) {
      const each = ++course.version, change = this.changed(each), where = this.chapters[this.holding(each)];
      if (each === where.first) course.shots = new Map();
      for (const [name, figure] of Object.entries(change.f || {})) this.#stands(course, name, figure, where.at);
      if (!change.l) continue;
      const [key, unit, target, number, missiles] = change.l;
      const before = course.shots.get(key) || {};
      course.shots.set(key, {
        unit, target, number, missiles, version: each,
        side: (course.seen.get(unit) || {}).side || "",
        from: this.#place(course, unit) || before.from, to: this.#place(course, target) || before.to,
      });
    }
    this.walked = course;
    return course;
  }

  #place(course, name) {
    const found = course.seen.get(name);
    return found && found.seen.map(({ at }) => at);
  }

  #stands(course, name, figure, at) {
    course.seen.set(name, figure);
    if (!course.paths.has(name)) course.paths.set(name, []);
    const spots = course.paths.get(name), seen = figure.seen.map((each) => each.at), last = spots[spots.length - 1];
    if (!last || JSON.stringify(last.seen) !== JSON.stringify(seen)) spots.push({ seen, at });
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
  async state(version) {
    await this.volume(version).open();
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
