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
      now: find(".now"), picture: find(".picture"), units: find(".units tbody"), events: find(".events"),
      title: find(".of-exchange"), working: find(".working"), seen: find(".seen"), report: find(".report"),
      values: find(".values"), luck: find(".luck"), numbers: find(".numbers"),
    });
    find(".called").textContent = branch.values.called;
    this.root.setAttribute("aria-label", branch.values.called);
    find(".scene .scroll").setAttribute("aria-label", "What is in the picture");
    this.luck.lastElementChild.setAttribute("aria-label", "Luck");
    markup(this.luck.lastElementChild, branch.values.luck);
    markup(this.numbers.lastElementChild, branch.values.numbers);
    this.numbers.hidden = !branch.values.numbers;
    this.events.addEventListener("click", (event) => {
      const chosen = event.target.closest("[role=option]");
      if (chosen) go(this, Number(chosen.dataset.event));
    });
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
    this.#list(chapter);
    this.title.textContent = chapter.turn ? `Events of ${chapter.at}` : chapter.at[0].toUpperCase() + chapter.at.slice(1);
    this.#labels(chapter);
    for (const each of [this.working, this.seen, this.report, this.values]) if (each.open) this.fill(each);
  }

  // Whether the picture is another one: most events change nothing in it.
  #moved() {
    const { order, figures, ground } = this.state;
    const { bodies, plane } = this.state, { l: shot } = this.branch.changed(this.version);
    const parts = [ground, this.page.turns(), this.chapter, shot, plane, ...bodies.values(), ...order, ...order.map((name) => figures.get(name))];
    const same = this.parts && parts.length === this.parts.length && parts.every((each, at) => each === this.parts[at]);
    this.parts = parts;
    return !same;
  }

  // In space where the page is seen so; the table beside the picture is the same.
  #space() {
    const { branch, page, state } = this;
    if (!page.space || !state.plane) return false;
    this.picture.setAttribute("role", "group");
    this.picture.setAttribute("aria-label", "The game in space");
    const units = new Map([...state.bodies].map(([name, body]) => [name, { ...body, figure: state.figures.get(name) }]));
    const { version } = this;
    const shown = { units, ground: state.plane, shots: branch.shots(version), trails: branch.trails(version) };
    if (this.space) this.space.show(shown);
    else this.#mount(shown);
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
        choose: (name) => this.space.choose(name),
      });
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
    this.#table();
  }

  #map() {
    const { state } = this, page = this.page;
    const width = Math.max(260, Math.floor(this.picture.clientWidth)), tall = Math.max(280, 0.6 * innerHeight);
    const drawn = page.picture.draw(state, page.frame(this), width, tall);
    this.picture.replaceChildren(...drawn.map(({ title, svg }) =>
      element("figure", {}, svg, ...(title ? [element("figcaption", {}, title)] : []))));
    const things = state.shown();
    this.picture.setAttribute("role", "img");
    this.picture.setAttribute("aria-label",
      drawn.length ? `The game after event ${this.version}, with ${things.length} in the picture; a table tells where` : "Nothing is drawn yet");
  }

  #table() {
    const { page, state } = this;
    this.units.replaceChildren(...state.shown().map(([name, figure]) => element("tr", {},
      element("th", { scope: "row" }, page.sign(figure), ` ${name}`, element("small", {}, figure.side ? ` ${figure.side}` : "")),
      element("td", {}, figure.said.join(", ")))));
    for (const [name, said] of state.ground.key || []) {
      this.units.append(element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, said)));
    }
    this.root.querySelector(".scene .scroll").hidden = this.units.childElementCount === 0;
  }

  // The events of the exchange at hand, under the steps of its procedure.
  #list(chapter) {
    const { branch } = this;
    if (this.listed !== chapter.first) {
      this.listed = chapter.first;
      const groups = [];
      for (let version = chapter.first; version <= chapter.last; version++) {
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
      this.events.setAttribute("aria-label", `Events of ${chapter.at}`);
    }
    const before = this.events.querySelector("[aria-selected=true]");
    if (before) before.setAttribute("aria-selected", "false");
    const chosen = document.getElementById(this.#id(this.version)) || this.events.querySelector(`[data-event="${this.version}"]`);
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
    label(this.working, `How #${this.version} comes about`, true);
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
