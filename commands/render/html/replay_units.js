// What stands beside the map: who is ahead, each unit in a line, and the chosen one in full.

// Words one after the other, each as it is meant; a list of words is a line of its own.
function spoken(phrases) {
  return phrases.map((each) => typeof each === "string" ? each : element("span", { class: `lt-${each[1]}` }, each[0]));
}

class Units {
  // place: where they stand; page: has the signs of sides and the disc; choose: is told of a unit that somebody chose.
  constructor(place, page, choose) {
    Object.assign(this, { place, page, choose, known: new Map(), toward: "" });
    place.addEventListener("click", (event) => {
      const unit = event.target.closest("button[data-unit]");
      if (unit) choose(unit.dataset.unit);
    });
  }

  // Show them as they are now. What is not otherwise than before stays as it stands.
  show(now, chosen) {
    const { order } = now.units, found = [], full = [];
    for (const name of order) {
      const open = name === chosen, figure = now.figures.get(name), there = now.order.includes(name);
      const line = now.units.lines.get(name) || [], sheet = open ? now.units.sheets.get(name) : null;
      const disc = open ? now.units.discs.get(name) : null;
      const parts = [open, figure, there, line, sheet, disc];
      const before = this.known.get(name);
      if (before && before.parts.every((each, at) => each === parts[at])) {
        found.push(before.line);
        if (open) full.push(before.sheet);
        continue;
      }
      const made = { parts, line: this.#line(name, there ? figure : null, line, open) };
      if (open) made.sheet = this.#sheet(name, there ? figure : null, sheet || [], disc);
      this.known.set(name, made);
      found.push(made.line);
      if (open) full.push(made.sheet);
    }
    found.push(...full);
    const same = found.length === this.place.childElementCount && found.every((each, at) => each === this.place.children[at]);
    if (!same) this.place.replaceChildren(...found);
  }

  #line(name, figure, line, open) {
    const said = line.flatMap((phrases, at) => [...(at ? ["; "] : []), ...spoken(phrases)]);
    const sign = figure ? [this.page.sign(figure), " "] : [];
    return element("button", { class: "unit", "data-unit": name, "aria-pressed": String(open) },
      element("b", {}, ...sign, name), element("span", {}, ...said));
  }

  #sheet(name, figure, rows, disc) {
    const place = element("div", { class: "sheet", role: "group", "aria-label": `${name} in full` }, element("h3", {}, name));
    if (figure && figure.said.length) place.append(element("p", { class: "where" }, figure.said.join(", ")));
    let list = null, cells = null;
    for (const [kind, ...texts] of rows) {
      if (kind !== "f" && kind !== "b") list = null;
      if (kind !== "r") cells = null;
      if (kind === "h") place.append(element("h4", {}, texts[0]));
      else if (kind === "l") place.append(element("p", {}, ...spoken(texts[0])));
      else if (kind === "t") {
        cells = element("tbody");
        const heads = texts.map((said) => element("th", { scope: "col" }, said));
        const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), cells);
        place.append(element("div", { class: "scroll", role: "group", tabindex: 0, "aria-label": texts[0] }, table));
      } else if (kind === "r") cells.append(element("tr", {}, ...texts.map((said) => element("td", {}, said))));
      else if (texts[1].length) {
        if (!list) place.append((list = element("dl", { class: kind === "b" ? "tracks" : "fields" })));
        list.append(element("dt", {}, texts[0]), kind === "b" ? this.#boxes(...texts) : element("dd", {}, texts[1]));
      }
    }
    if (disc && disc.length) place.append(this.#disc(name, disc));
    return place;
  }

  // A track box by box; what it comes to is said of it as a whole.
  #boxes(label, boxes) {
    const lost = boxes.filter((each) => typeof each !== "string").length;
    const tip = `${label}: ${boxes.length - lost} of ${boxes.length} left`;
    return element("dd", { "data-tip": tip }, ...boxes.map((each) => typeof each === "string"
      ? element("i", {}, each) : element("i", { class: `gone lt-${each[1]}` }, each[0])));
  }

  // What a unit has around it on the disc, toward one of its targets.
  #disc(name, marks) {
    const { svg, places, signs } = this.page.shown.disc;
    const targets = marks.filter(([kind]) => kind === "target");
    const holder = element("div", { class: "disc" });
    holder.innerHTML = svg;
    const drawn = holder.querySelector("svg");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", `Around ${name}: ${marks.map(([, , said, window]) => `${said} ${window}`).join(", ")}`);
    const windows = new Map();
    for (const mark of marks) windows.set(mark[3], [...(windows.get(mark[3]) || []), mark]);
    for (const [window, inside] of windows) {
      const group = drawn.querySelector(`[data-window="${CSS.escape(window)}"]`);
      const named = group.querySelector("text"), x = Number(named.getAttribute("x")), y = Number(named.getAttribute("y"));
      const said = inside.map(([kind, label]) => kind === "target" ? label : signs[kind]).join(" ");
      const size = Math.min(22, 44 / said.length);
      group.classList.add("held");
      named.remove();
      group.append(words(x, y + 0.2 * size, said, { "font-size": size, class: inside.some(([kind]) => kind === "target") ? "aim" : "end" }));
      group.dataset.tip = `${window}: ${inside.map(([, , told]) => told).join(", ")}`;
    }
    for (const title of drawn.querySelectorAll("title")) title.remove();
    for (const group of drawn.querySelectorAll("[data-window]")) group.dataset.tip = group.dataset.tip || group.dataset.window;
    if (!targets.length) return holder;
    const said = element("p"), id = `toward-${Units.count = (Units.count || 0) + 1}`;
    const list = element("select", { id }, ...targets.map(([, label, target]) => element("option", { value: target }, `${label} ${target}`)));
    const aim = () => {
      this.toward = list.value;
      const [, , , window] = targets.find(([, , target]) => target === list.value);
      for (const each of drawn.querySelectorAll(".toward")) each.classList.remove("toward");
      drawn.querySelector(`[data-window="${CSS.escape(window)}"]`).classList.add("toward");
      const arcs = this.bearing(name, places[window]);
      said.textContent = `${name} sees ${list.value} through ${window}. ${arcs.length ? `These bear there: ${arcs.join(", ")}.` : "Nothing bears there."}`;
    };
    if (targets.some(([, , target]) => target === this.toward)) list.value = this.toward;
    list.addEventListener("change", aim);
    aim();
    holder.prepend(element("label", { for: id }, "Toward "), list, said);
    return holder;
  }
}
