// The page at work: what is packed in it, the controls, and the check of the record.

// Events before a volume at which it is unpacked, so that nobody waits for it who goes on event by event.
const AHEAD = 100;

// Pixels of a mark on the time line, and of the slider's knob, whose middle does not reach the ends.
const MARK = 24;
const KNOB = 16;

class Page {
  constructor(shown) {
    this.shown = shown;
    this.picture = new Picture(shown.sides);
    this.branches = [];
    for (const values of shown.branches) this.branches.push(new Branch(this.branches.length, values, this.branches[0] || null));
    this.panes = [];
    this.beats = [];
    this.beat = 0;
    this.step = 0;
    this.timer = 0;
    this.unit = "";
    this.proofs = false;
    this.check = new Check(this);
  }

  sign(figure) {
    const svg = part("svg", { viewBox: "-16 -16 32 32", class: `sign side-${this.shown.sides[figure.side] || "none"}` });
    svg.setAttribute("aria-hidden", "true");
    svg.append(...badge(0, 0, 10, this.picture.sides.indexOf(figure.side), figure.label, false));
    return svg;
  }

  // Show a unit in full, on both sides.
  chooseUnit(unit) {
    this.unit = unit;
    for (const pane of this.panes) pane.show(pane.version, false);
  }

  // The next unit of the list, in full.
  nextUnit() {
    const { order } = this.panes[0].state.units;
    this.chooseUnit(order[(order.indexOf(this.unit) + 1) % order.length] || "");
  }

  // Whether the events by which orders and dice are proved fair are listed, and stopped at.
  showProofs(shown) {
    this.proofs = shown;
    for (const pane of this.panes) pane.show(pane.version, false);
  }

  // The turns that are at hand, in words.
  turns() {
    return this.panes.map((pane) => pane.chapter.turn).join(" ");
  }

  // What the pictures have to show: all of their turns, alike on both sides, so that they stand still.
  frame() {
    const turns = this.panes.map((pane) => pane.chapter.turn);
    return Frame.of(this.panes.flatMap(({ branch }) => this.#chapters(branch, turns).map((at) => branch.frame(at))));
  }

  // The exchanges of a branch in some turns.
  #chapters(branch, turns) {
    return [...new Set(turns)].flatMap((turn) => branch.turns.get(turn) || []);
  }

  // What has to be unpacked before these events can be shown, each in its pane.
  #packed(versions) {
    const at = this.panes.map(({ branch }, side) => branch.holding(versions[side]));
    const turns = this.panes.map(({ branch }, side) => branch.chapters[at[side]].turn);
    const volumes = this.panes.flatMap(({ branch }) => branch.volumesOf(this.#chapters(branch, turns)));
    return [...new Set(volumes)].filter((volume) => !volume.values);
  }

  // Which branch is shown, and which beside it; the moment stays, as far as there is one.
  open(one, other) {
    const version = this.panes.length ? this.#versions()[0] : this.branches[one].chapters[0].last;
    const chosen = [this.branches[one], ...(other === null || other === one ? [] : [this.branches[other]])];
    for (const pane of this.panes) pane.close();
    this.panes = chosen.map((branch) => new Pane(this, branch, (pane, wanted) => this.choose(pane, wanted)));
    this.beats = beats(...chosen);
    const place = document.getElementById("panes");
    place.className = chosen.length > 1 ? "two" : "one";
    place.replaceChildren(...this.panes.map((pane) => pane.root));
    const slider = document.getElementById("slider");
    slider.max = this.beats.length - 1;
    this.mark();
    return this.choose(this.panes[0], Math.min(version, chosen[0].last));
  }

  // Each better plan of the review as a mark below the slider, where it begins, in as few rows as there is room for.
  mark() {
    const strip = document.getElementById("marks"), ends = [];
    const found = this.panes.flatMap(({ branch }, side) => (branch.values.better || []).map((better) => {
      const at = branch.chapters.findIndex((chapter) => chapter.at === better.at);
      return { ...better, beat: this.beats.findIndex((beat) => beat[side] === at) };
    }));
    strip.hidden = !found.length;
    const step = (strip.clientWidth - KNOB) / Math.max(1, this.beats.length - 1);
    strip.replaceChildren(...found.sort((one, other) => one.beat - other.beat).map((better) => {
      const left = (KNOB - MARK) / 2 + step * better.beat, free = ends.findIndex((end) => end <= left);
      const row = free < 0 ? ends.length : free;
      ends[row] = left + MARK;
      const style = `left: ${left}px; top: ${row * MARK}px`;
      const mark = element("button", { "aria-label": better.told, "data-tip": better.told, style }, this.sign({ side: better.side, label: "" }));
      mark.addEventListener("click", (event) => {
        event.stopPropagation(); // what is said below needs no tip
        document.getElementById("tip").hidden = true;
        this.better(better);
      });
      return mark;
    }));
    strip.style.height = `${ends.length * MARK}px`;
    this.better(null);
  }

  // Say what would have been better, and go to the exchange in which it begins, past the seals; null: say nothing.
  better(chosen) {
    const place = document.getElementById("better");
    place.hidden = !chosen;
    this.told = chosen && chosen.beat;
    if (!chosen) return;
    place.replaceChildren(`${chosen.told} To play it on the same dice: `, element("code", {}, chosen.fork));
    this.pause();
    [this.beat, this.step] = [chosen.beat, -1];
    this.on();
  }

  // The last event of each side at a beat, and how many steps the beat has.
  #at(beat, side) {
    for (let each = beat; each >= 0; each--) {
      const chapter = this.panes[side].branch.chapters[this.beats[each][side]];
      if (chapter) return { chapter, here: each === beat };
    }
    return { chapter: this.panes[side].branch.chapters[0], here: false };
  }

  // The last event of each side that has happened.
  #versions() {
    return this.panes.map((_, side) => {
      const { chapter, here } = this.#at(this.beat, side);
      return here ? Math.min(chapter.first + this.step, chapter.last) : chapter.last;
    });
  }

  steps(beat) {
    const each = this.panes.map((_, side) => this.#at(beat, side));
    return Math.max(...each.map(({ chapter, here }) => (here ? chapter.last - chapter.first + 1 : 1)));
  }

  choose(pane, version) {
    const side = this.panes.indexOf(pane), at = pane.branch.holding(version);
    return this.go(this.beats.findIndex((beat) => beat[side] === at), version - pane.branch.chapters[at].first);
  }

  // At once where all is unpacked. told: whether what happens is read out; while it plays it would be too much.
  async go(beat, step, told = this.timer === 0) {
    [this.beat, this.step] = [beat, step];
    const versions = this.#versions(), { panes } = this, packed = this.#packed(versions);
    if (packed.length) {
      try {
        await Promise.all(packed.map((volume) => volume.open()));
      } catch (fault) {
        alarm(fault);
        return;
      }
      // somebody may have gone on meanwhile
      if (panes !== this.panes || beat !== this.beat || step !== this.step) return;
    }
    this.#show(versions, told);
  }

  #show(versions, told) {
    if (!this.unit) [this.unit = ""] = this.panes[0].branch.stateAfter(versions[0]).units.order;
    this.panes.forEach((pane, side) => (pane.version = versions[side]));
    this.panes.forEach((pane, side) => pane.show(versions[side], told));
    const [first] = this.panes, slider = document.getElementById("slider");
    const place = `${first.chapter.at}, event ${first.version} of ${first.branch.last}`;
    slider.value = this.beat;
    if (this.told !== this.beat) this.better(null);
    slider.setAttribute("aria-valuetext", first.chapter.at);
    document.getElementById("place").textContent = place;
    document.getElementById("back").disabled = document.getElementById("exchange-back").disabled = this.#first;
    document.getElementById("on").disabled = document.getElementById("exchange-on").disabled = this.#last;
    if (this.#last) this.pause();
    for (const { branch, version } of this.panes) branch.expect(Math.min(version + AHEAD, branch.last));
  }

  get #first() {
    return this.beat === 0 && this.step === 0;
  }

  get #last() {
    return this.beat === this.beats.length - 1 && this.step >= this.steps(this.beat) - 1;
  }

  on() {
    return this.#stepped(1);
  }

  back() {
    return this.#stepped(-1);
  }

  // A step on or back, past what is folded away.
  #stepped(way) {
    let { beat, step } = this;
    do {
      step += way;
      if (step >= 0 && step < this.steps(beat)) continue;
      if (!this.beats[beat + way]) break;
      beat += way;
      step = way > 0 ? 0 : this.steps(beat) - 1;
    } while (this.#folded(beat, step));
    step = Math.max(0, Math.min(step, this.steps(beat) - 1));
    return beat === this.beat && step === this.step ? undefined : this.go(beat, step);
  }

  // Whether nothing that is listed happens at a step, on either side.
  #folded(beat, step) {
    return !this.proofs && this.panes.every(({ branch }, side) => {
      const { chapter, here } = this.#at(beat, side), version = chapter.first + step;
      return !here || version > chapter.last || branch.mark(version) === "-";
    });
  }

  // To the end of an exchange: how it came out is what one looks for.
  exchange(way) {
    const beat = Math.max(0, Math.min(this.beats.length - 1, this.beat + way));
    this.go(beat, beat === this.beat && way < 0 ? 0 : this.steps(beat) - 1);
  }

  jump(way) {
    const [pane] = this.panes;
    for (let version = this.#versions()[0] + way; version >= 0 && version <= pane.branch.last; version += way) {
      if ("sl".includes(pane.branch.mark(version))) {
        this.choose(pane, version);
        return;
      }
    }
  }

  play() {
    if (this.#last) this.go(0, 0);
    this.pause();
    this.timer = setInterval(() => this.on(), Number(document.getElementById("speed").value));
    this.#pressed(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.#pressed(false);
  }

  #pressed(plays) {
    const button = document.getElementById("play");
    button.setAttribute("aria-pressed", String(plays));
    button.querySelector("span").textContent = plays ? "Pause" : "Play";
  }

  // Seen in space, or on the map.
  see(space) {
    this.space = space;
    for (const [id, pressed] of [["as-map", !space], ["as-space", space]]) {
      document.getElementById(id).setAttribute("aria-pressed", String(pressed));
    }
    for (const pane of this.panes) {
      pane.close();
      pane.draw();
    }
  }

  // Nothing can be drawn in space here, for a reason: the map stays.
  flat({ message }) {
    const note = document.getElementById("no-space");
    note.textContent = message;
    note.hidden = false;
    document.getElementById("as-space").disabled = true;
    if (this.space) this.see(false);
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }
}

const KEYS = {
  " ": (page) => page.toggle(), ArrowRight: (page) => page.on(), ArrowLeft: (page) => page.back(),
  PageDown: (page) => page.exchange(1), PageUp: (page) => page.exchange(-1),
  Home: (page) => page.go(0, 0), End: (page) => page.go(page.beats.length - 1, page.steps(page.beats.length - 1) - 1),
  n: (page) => page.jump(1), p: (page) => page.jump(-1),
  m: (page) => document.getElementById("library") && document.getElementById(page.space ? "as-map" : "as-space").click(),
  u: (page) => page.nextUnit(),
  s: (page) => page.showProofs(!page.proofs),
  e: (page) => page.panes.forEach(({ working }) => (working.open = !working.open)),
  c: (page) => { document.getElementById("verdict").scrollIntoView({ block: "center" }); page.check.show(); },
};

function typed(event) {
  return event.target.closest("input, select, textarea, summary") || (event.key === " " && event.target.closest("button"));
}

function listen(page) {
  const press = (id, step) => document.getElementById(id).addEventListener("click", step);
  press("back", () => { page.pause(); page.back(); });
  press("on", () => { page.pause(); page.on(); });
  press("exchange-back", () => { page.pause(); page.exchange(-1); });
  press("exchange-on", () => { page.pause(); page.exchange(1); });
  press("jump", () => { page.pause(); page.jump(1); });
  press("play", () => page.toggle());
  press("as-map", () => page.see(false));
  press("as-space", () => page.see(true));
  document.querySelector(".seen-as").hidden = !document.getElementById("library");
  press("check", () => page.check.show());
  press("compare", () => page.check.compare(document.getElementById("kept").value));
  document.getElementById("speed").addEventListener("change", () => page.timer && page.play());
  document.getElementById("slider").addEventListener("input", (event) => {
    page.pause();
    const beat = Number(event.target.value);
    page.go(beat, page.steps(beat) - 1);
  });
  const game = document.getElementById("game"), beside = document.getElementById("beside");
  const choose = () => page.open(Number(game.value), beside.value === "" ? null : Number(beside.value));
  for (const list of [game, beside]) list.addEventListener("change", choose);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typed(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const upOrDown = { ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft" }[key];
    const step = KEYS[upOrDown && event.target.closest("[role=listbox]") ? upOrDown : key];
    if (!step) return;
    event.preventDefault();
    if (key !== " ") page.pause();
    step(page);
  });
  listenForTips();
  let width = innerWidth;
  addEventListener("resize", () => {
    if (width === innerWidth) return;
    width = innerWidth;
    page.mark();
    page.panes.forEach((pane) => pane.state && pane.draw());
  });
  addEventListener("beforeprint", () => page.panes.forEach(({ report }) => { if (!report.hidden) report.open = true; }));
}

// What is pointed at, or tapped, is explained beside it.
function listenForTips() {
  const tip = document.getElementById("tip");
  const hide = () => (tip.hidden = true);
  const show = (event) => {
    const told = event.target.closest && event.target.closest("[data-tip]");
    if (!told) return hide();
    const { left, top } = (told.ownerSVGElement || told).getBoundingClientRect();
    const said = told.explain ? told.explain(event.clientX - left, event.clientY - top) : told.dataset.tip;
    if (!said) return hide();
    tip.textContent = said;
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect(), right = document.documentElement.clientWidth;
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, right - width - 6))}px`;
    const below = event.clientY + 18;
    tip.style.top = `${below + height < innerHeight ? below : Math.max(4, event.clientY - height - 12)}px`;
    return undefined;
  };
  for (const kind of ["pointermove", "click"]) document.addEventListener(kind, show);
  for (const kind of ["scroll", "keydown"]) document.addEventListener(kind, hide, true);
}

function alarm(fault) {
  const trouble = document.getElementById("trouble");
  trouble.textContent = `This file cannot be shown: ${typeof DecompressionStream === "undefined"
    ? "the browser is too old; use one from 2023 or later"
    : `it was changed after it was written (${fault.message})`}.`;
  trouble.hidden = false;
}

async function start() {
  performance.mark("begun");
  const shown = await unpacked("shown");
  const page = new Page(shown);
  const game = document.getElementById("game"), beside = document.getElementById("beside");
  beside.append(element("option", { value: "" }, "nothing"));
  page.branches.forEach(({ values }, at) => {
    for (const list of [game, beside]) list.append(element("option", { value: at }, values.called));
  });
  for (const label of document.querySelectorAll(".fork")) label.hidden = page.branches.length < 2;
  beside.value = page.branches.length > 1 ? "1" : "";
  await page.open(0, page.branches.length > 1 ? 1 : null);
  listen(page);
  const asked = /^#(\d+)$/.exec(location.hash);
  if (asked && Number(asked[1]) <= page.branches[0].last) await page.choose(page.panes[0], Number(asked[1]));
  document.documentElement.dataset.ready = "yes";
  performance.mark("ready");
  return page;
}

// Programs may ask for the game's state after an event: await sits.state(120) is what sits show --at #120 --json prints.
start().then((page) => {
  window.sits = {
    state: (version, branch = 0) => page.branches[branch].state(version),
    check: () => page.check.show(),
    choose: (version) => page.choose(page.panes[0], version),
    chooseUnit: (unit) => page.chooseUnit(unit),
    on: () => page.on(),
    space: (side = 0) => page.panes[side].space,
    last: (branch = 0) => page.branches[branch].last,
  };
}, alarm);
