// One branch of the game on the page: its pictures, its events, and what is told of the one at hand.

function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

function table(heads, rows, marked = () => false) {
  const head = element("tr", {}, ...heads.map((said) => element("th", { scope: "col" }, said)));
  const body = rows.map((cells, at) => {
    const row = element("tr", marked(at) ? { class: "changed" } : {});
    row.append(...cells.map((said) => element("td", {}, said)));
    return row;
  });
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

// Put in what the program drew, in which all that players wrote is text; long lines of it can be scrolled by keyboard.
function markup(place, drawn) {
  place.innerHTML = drawn;
  place.querySelectorAll("pre").forEach((each, at) => {
    for (const [key, value] of Object.entries({ tabindex: 0, role: "group", "aria-label": `Boxes ${at + 1}` })) {
      each.setAttribute(key, value);
    }
  });
}

// Values by name as labels and texts, what stands in another behind its names.
function* flat(values, before = "") {
  for (const [name, value] of Object.entries(values)) {
    const label = before + name.replaceAll("_", " ");
    if (value === null || value === undefined) continue;
    if (Array.isArray(value) && value.some((each) => each !== null && typeof each === "object")) {
      for (const [at, each] of value.entries()) {
        if (each !== null && typeof each === "object") yield* flat(each, `${label} ${at + 1}, `);
        else yield [`${label} ${at + 1}`, String(each)];
      }
    } else if (typeof value === "object" && !Array.isArray(value)) yield* flat(value, `${label}, `);
    else yield [label, value === true ? "yes" : value === false ? "no" : Array.isArray(value) ? value.join(", ") : String(value)];
  }
}

// Whether a patch of the sphere holds a place: azimuth clockwise, and elevation.
function holds([from, to, low, high], [azimuth, elevation]) {
  return elevation >= low && elevation <= high && (((azimuth - from) % 360) + 360) % 360 <= to - from;
}

class Pane {
  // page: gives frames; go: is told which event somebody chose.
  constructor(page, branch, go) {
    this.page = page;
    this.branch = branch;
    this.root = document.getElementById("pane").content.firstElementChild.cloneNode(true);
    this.version = -1;
    this.listed = -1;
    this.number = Pane.count = (Pane.count || 0) + 1;
    const find = (name) => this.root.querySelector(name);
    Object.assign(this, {
      now: find(".now"), picture: find(".picture"), ahead: find(".ahead"), key: find(".key"), events: find(".events"),
      proofs: find(".proofs"),
      title: find(".of-exchange"), working: find(".working"), seen: find(".seen"), report: find(".report"),
      values: find(".values"), luck: find(".luck"), numbers: find(".numbers"), review: find(".review"),
    });
    find(".called").textContent = branch.values.called;
    this.root.setAttribute("aria-label", branch.values.called);
    this.units = new Units(find(".units"), page, (unit) => page.chooseUnit(unit));
    this.units.bearing = (name, place) => this.#arcs(name).filter(([, patches, , , own]) =>
      !own && patches.some((patch) => holds(patch, place))).map(([arc]) => arc);
    find(".units").setAttribute("aria-label", `Units of ${branch.values.called}`);
    this.luck.lastElementChild.setAttribute("aria-label", "Luck");
    markup(this.luck.lastElementChild, branch.values.luck);
    markup(this.numbers.lastElementChild, branch.values.numbers);
    this.numbers.hidden = !branch.values.numbers;
    markup(this.review.lastElementChild, branch.values.review || "");
    this.review.hidden = !branch.values.review;
    this.events.addEventListener("click", (event) => {
      const chosen = event.target.closest("[role=option]");
      if (chosen) go(this, Number(chosen.dataset.event));
    });
    this.picture.addEventListener("click", (event) => {
      const unit = event.target.closest("[data-unit]"), shot = event.target.closest("[data-event]");
      if (unit) page.chooseUnit(unit.dataset.unit);
      else if (shot) go(this, Number(shot.dataset.event));
    });
    this.proofs.addEventListener("click", () => page.showProofs(!page.proofs));
    for (const each of [this.working, this.seen, this.report, this.values]) {
      each.addEventListener("toggle", () => each.open && this.fill(each));
    }
  }

  get chapter() {
    return this.branch.chapters[this.branch.holding(this.version)];
  }

  // Show the game after an event. told: whether it is to be read out.
  show(version, told) {
    this.version = version;
    const { branch, chapter } = this;
    this.state = branch.next(this.state, version);
    this.now.setAttribute("aria-live", told ? "polite" : "off");
    this.now.replaceChildren(element("b", {}, `#${version}`), ` ${branch.said(version)}`);
    this.now.className = `now ${{ s: "shot", l: "loss" }[branch.mark(version)] || ""}`;
    if (this.#moved()) this.draw();
    this.units.show(this.state, this.page.unit);
    const { measures } = this.state.units;
    if (measures !== this.measured) this.ahead.replaceChildren(...measures.map((said) => element("span", {}, said)));
    this.measured = measures;
    this.#list(chapter);
    this.title.textContent = chapter.turn ? `Events of ${chapter.at}` : chapter.at[0].toUpperCase() + chapter.at.slice(1);
    this.#labels(chapter);
    for (const each of [this.working, this.seen, this.report, this.values]) if (each.open) this.fill(each);
  }

  // Whether the picture is another one: most events change nothing in it.
  #moved() {
    const { order, figures, ground } = this.state;
    const { bodies, plane } = this.state, { l: shot } = this.branch.changed(this.version);
    const parts = [ground, this.page.turns(), this.page.unit, this.chapter, shot, plane, ...bodies.values(), ...order];
    parts.push(...order.map((name) => figures.get(name)));
    const same = this.parts && parts.length === this.parts.length && parts.every((each, at) => each === this.parts[at]);
    this.parts = parts;
    return !same;
  }

  // In space where the page is seen so; what stands beside the picture is the same.
  #space() {
    const { branch, page, state } = this;
    if (!page.space || !state.plane) return false;
    this.picture.setAttribute("role", "group");
    this.picture.setAttribute("aria-label", "The game in space");
    const units = new Map([...state.bodies].map(([name, body]) => [name, { ...body, figure: state.figures.get(name) }]));
    const { version } = this;
    const shown = { units, ground: state.plane, shots: this.#fired(), trails: branch.trails(version) };
    if (this.space) {
      this.space.choose(page.unit);
      this.space.show(shown);
    } else this.#mount(shown);
    return true;
  }

  #mount(shown) {
    const { page, branch } = this;
    this.waiting = shown;
    if (this.mounting) return;
    const mounting = this.mounting = viewInSpace().then((mount) => {
      // somebody may have gone back to the map meanwhile
      if (this.mounting !== mounting) return;
      this.space = mount(this.picture, {
        arcs: branch.values.arcs, sign: (figure) => page.sign(figure), colour: (side) => page.shown.sides[side] || "none",
        choose: (name) => page.chooseUnit(name),
      });
      this.space.choose(page.unit);
      this.space.show(this.waiting);
    });
    mounting.catch((fault) => page.flat(fault));
  }

  // Back to the map, or gone.
  close() {
    if (this.space) this.space.destroy();
    this.space = this.mounting = null;
  }

  draw() {
    if (!this.#space()) this.#map();
    const { key = [] } = this.state.ground;
    this.key.replaceChildren(...key.flatMap(([name, said]) => [element("dt", {}, name), element("dd", {}, said)]));
  }

  #map() {
    const { state, page, version } = this;
    const width = Math.max(260, Math.floor(this.picture.clientWidth)), tall = Math.max(280, Math.min(0.62 * innerHeight, 1.1 * width));
    const drawn = page.picture.draw(state, page.frame(this), width, tall, this.#told());
    this.picture.replaceChildren(...drawn.map(({ title, svg }) =>
      element("figure", { style: `width: ${svg.getAttribute("width")}px` }, svg, ...(title ? [element("figcaption", {}, title)] : []))));
    const things = state.shown();
    this.picture.setAttribute("role", "img");
    this.picture.setAttribute("aria-label",
      drawn.length ? `The game after event ${version}, with ${things.length} in the picture; the list of units says where they are` : "Nothing is drawn yet");
  }

  // Where the weapons of a unit bear; nothing of one that is not in the picture.
  #arcs(name) {
    const { order, bodies } = this.state, { a } = bodies.get(name) || {};
    return a === undefined || !order.includes(name) ? [] : this.branch.values.arcs[a];
  }

  // The shots of this exchange as they are shown in space.
  #fired() {
    return [...this.branch.course(this.version).shots.values()].map(({ unit, target, number, missiles, version }) => ({
      from: unit, to: target, number, missiles: Boolean(missiles), words: `#${version} ${this.branch.said(version)}`,
    }));
  }

  // The chosen unit, the way of each in this turn, and the shots of this exchange, with what is said of them.
  #told() {
    const { branch, version, state, page } = this, course = branch.course(version);
    const paths = state.shown().map(([name, { side }]) => ({ name, side, spots: course.paths.get(name) || [] }));
    // what one fires at another is one line, with its numbers one after the other
    const lines = new Map();
    for (const shot of course.shots.values()) {
      const key = `${shot.unit}\0${shot.target}`, before = lines.get(key), tip = `#${shot.version} ${branch.said(shot.version)}`;
      const latest = shot.version === version, last = !before || shot.version > before.version;
      lines.set(key, {
        ...(last ? shot : before), latest: latest || Boolean(before && before.latest), tip: before ? `${before.tip}\n${tip}` : tip,
        number: before ? `${before.number}, ${shot.number}` : shot.number,
      });
    }
    return { chosen: page.unit, arcs: this.#arcs(page.unit), paths, shots: [...lines.values()] };
  }

  // The events of the exchange at hand, under the steps of its procedure. Those by which orders and dice are proved fair
  // are folded away until somebody wants them.
  #list(chapter) {
    const { branch, page } = this, listed = `${chapter.first} ${page.proofs}`;
    if (this.listed !== listed) {
      this.listed = listed;
      const groups = [];
      let folded = 0;
      for (let version = chapter.first; version <= chapter.last; version++) {
        if (branch.mark(version) === "-") {
          folded++;
          if (!page.proofs) continue;
        }
        const heading = branch.heading(version);
        if (!groups.length || groups[groups.length - 1].heading !== heading) groups.push({ heading, options: [] });
        const mark = branch.mark(version), sign = { s: "shot ", l: "loss " }[mark];
        groups[groups.length - 1].options.push(element("div", {
          role: "option", id: this.#id(version), "data-event": version, "aria-selected": "false", class: sign ? sign.trim() : "",
        }, element("b", {}, `#${version}`), " ", ...(sign ? [element("i", {}, sign)] : []), branch.said(version)));
      }
      this.events.replaceChildren(...groups.map(({ heading, options }, at) => {
        if (!heading) return element("div", { role: "group", "aria-label": "Events" }, ...options);
        const id = `heading-${this.number}-${at}`;
        return element("div", { role: "group", "aria-labelledby": id }, element("div", { id, class: "step" }, heading), ...options);
      }));
      this.events.hidden = !groups.length;
      this.events.setAttribute("aria-label", `Events of ${chapter.at}`);
      this.proofs.hidden = !folded;
      this.proofs.setAttribute("aria-expanded", String(page.proofs));
      this.proofs.textContent = `${page.proofs ? "Hide" : "Show"} ${folded} ${folded === 1 ? "line" : "lines"} of seals, nonces and seeds`;
    }
    const before = this.events.querySelector("[aria-selected=true]");
    if (before) before.setAttribute("aria-selected", "false");
    const chosen = this.events.querySelector(`[data-event="${this.version}"]`);
    if (!chosen) {
      this.events.removeAttribute("aria-activedescendant");
      return;
    }
    chosen.setAttribute("aria-selected", "true");
    this.events.setAttribute("aria-activedescendant", chosen.id);
    const { offsetTop, offsetHeight } = chosen, list = this.events;
    if (offsetTop < list.scrollTop + 30 || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = Math.max(0, offsetTop - list.clientHeight / 3);
    }
  }

  #id(version) {
    return `event-${this.number}-${version}`;
  }

  #labels(chapter) {
    const label = (details, said, there) => {
      details.hidden = !there;
      details.firstElementChild.textContent = said;
      const scroll = details.lastElementChild;
      if (scroll.getAttribute("role")) scroll.setAttribute("aria-label", said);
    };
    const viewer = this.page.shown.viewer;
    label(this.working, `How #${this.version} came about`, true);
    label(this.report, `Report of ${this.page.shown.turn} ${chapter.turn}`, Boolean(chapter.turn && this.branch.report(chapter.turn)));
    label(this.seen, `What ${viewer} saw as ${chapter.at} opened`, Boolean(viewer && this.branch.board(chapter)));
    label(this.values, "All values", true);
  }

  async fill(details) {
    const { branch, version, chapter } = this;
    if (details === this.report) markup(details.lastElementChild, branch.report(chapter.turn));
    if (details === this.seen) markup(details.lastElementChild, branch.board(chapter));
    if (details === this.values) details.lastElementChild.replaceChildren(...this.#values());
    if (details === this.working) {
      const volume = branch.volume(version), place = version - volume.first;
      const [workings, stored] = await Promise.all([volume.part("workings"), volume.part("stored")]);
      // somebody may have gone on meanwhile
      if (version === this.version) details.lastElementChild.replaceChildren(...this.#explained(workings[place], stored, place));
    }
  }

  *#explained(working, { streams, topics, events }, place) {
    const [stream, topic, , state] = events[place];
    yield element("p", {}, this.branch.said(this.version));
    if (working.m) yield table(["What", "Number", "Where it comes from"], working.m);
    if (working.s) yield element("ol", {}, ...working.s.map((step) => element("li", {}, step)));
    if (working.t) {
      yield element("pre", { tabindex: 0, role: "group", "aria-label": "The dice from their seed" },
        working.t.map(([said, indent]) => " ".repeat(indent) + said).join("\n"));
    }
    if (working.d) yield element("p", {}, `It decides #${working.d} ${this.branch.said(working.d)}`);
    if (working.e) yield element("p", {}, `Expected: ${working.e}`);
    if (working.r) yield element("p", {}, `Rule: ${working.r}`);
    const label = { tabindex: 0, role: "group", "aria-label": "As it is stored" };
    yield element("p", {}, `Stored as ${topics[topic]} in ${streams[stream]}, event ${this.version}:`);
    yield element("pre", { ...label, class: "stored" }, state);
  }

  *#values() {
    const { branch, state, version } = this;
    const change = branch.changed(version);
    yield table(["Value", "Now"], [...flat(state.named)]);
    for (const [at, [name, columns]] of branch.values.tables.entries()) {
      const changed = new Set((change.r || []).filter(([of]) => of === at).map(([, ...row]) => JSON.stringify(row)));
      const rows = [...branch.rows(state, at)].map((row) => columns.map((column) => row[column]));
      if (!rows.length) continue;
      const title = `${name}${changed.size ? `, ${changed.size} changed by #${version}` : ""}`;
      const cells = rows.map((row) => row.map((cell) => (cell === null ? "" : Array.isArray(cell) ? cell.join(", ") : String(cell))));
      const told = table(columns.map((column) => column.replaceAll("_", " ")), cells, (row) => changed.has(JSON.stringify(rows[row])));
      yield element("h3", {}, title);
      yield element("div", { class: "scroll", role: "group", tabindex: 0, "aria-label": title }, told);
    }
  }
}
