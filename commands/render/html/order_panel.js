// The order panel: a player chooses a unit and an order, and lines come into the file beside it. What can stand where,
// and what speaks against it, is in the page already; no rule is known here.

const data = JSON.parse(document.getElementById("order-data").textContent);
const panel = document.getElementById("orders");
const part = (name) => panel.querySelector(`.op-${name}`);
const area = part("text");
const written = data.files.map((file) => file.text);
let current = data.file;
let chosen = 0;
let open = null;
let kept = true;

const make = (tag, more = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
};
const button = (text, press, more = {}) => make("button", { type: "button", onclick: press, ...more }, text);
const tell = (text) => { part("said").textContent = text; };

// words and signs as one writes them
const join = (texts) => texts.filter(Boolean).reduce((found, text) =>
  found + (found && !/^[:;,]/.test(text) ? " " : "") + text, "");

// how a part is written, in a few words
const form = (node) => {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return join(node.map(form));
  if (node.one) return node.one.map(form).join(" | ");
  if (node.maybe) return `[${form(node.maybe)}]`;
  if (node.more) return `${form(node.more)} ...`;
  return node.slot || node.choices.map(([text]) => text).join("|");
};

// Each part as something to see, with what it says now. changed: called when that may be otherwise.
const build = (node, words, changed) => {
  if (typeof node === "string") return { seen: make("span", {}, node), text: () => node };
  if (Array.isArray(node)) {
    const parts = node.map((each) => build(each, words, changed));
    return { seen: make("span", { className: "op-row" }, ...parts.map((each) => each.seen)), text: () => join(parts.map((each) => each.text())) };
  }
  if (node.one) return buildOne(node, words, changed);
  if (node.maybe) return buildMaybe(node, words, changed);
  if (node.more) return buildMore(node, words, changed);
  return buildSlot(node, words, changed);
};

const buildOne = (node, words, changed) => {
  const parts = node.one.map((each) => build(each, words, changed));
  const pick = make("select", { ariaLabel: "which", onchange: () => { show(); changed(); } },
    ...node.one.map((each, at) => make("option", { value: at }, form(each))));
  const show = () => parts.forEach((each, at) => { each.seen.hidden = at !== pick.selectedIndex; });
  show();
  return { seen: make("span", { className: "op-row" }, pick, ...parts.map((each) => each.seen)), text: () => parts[pick.selectedIndex].text() };
};

const buildMaybe = (node, words, changed) => {
  const inner = build(node.maybe, words, changed);
  const name = form(node.maybe);
  const press = () => {
    inner.seen.hidden = !inner.seen.hidden;
    more.ariaPressed = String(!inner.seen.hidden);
    more.textContent = inner.seen.hidden ? `+ ${name}` : "- leave out";
    changed();
  };
  const more = button(`+ ${name}`, press, { ariaPressed: "false", className: "op-more" });
  inner.seen.hidden = true;
  return { seen: make("span", { className: "op-row" }, more, inner.seen), text: () => (inner.seen.hidden ? "" : inner.text()) };
};

const buildMore = (node, words, changed) => {
  const parts = [];
  const list = make("span", { className: "op-row" });
  const count = () => { fewer.hidden = parts.length <= node.least; };
  const add = () => {
    parts.push(build(node.more, words, changed));
    list.append(parts.at(-1).seen);
    count();
  };
  const more = button(`+ ${form(node.more)}`, () => { add(); changed(); }, { className: "op-more" });
  const fewer = button("- the last", () => { parts.pop().seen.remove(); count(); changed(); }, { className: "op-more" });
  for (let made = 0; made < node.least; made += 1) add();
  count();
  return { seen: make("span", { className: "op-row" }, list, more, fewer), text: () => join(parts.map((each) => each.text())) };
};

// so many choices are buttons; more are a list
const MOST = 8;

const buildSlot = (node, words, changed) => {
  let at = node.first;
  const named = node.slot || "choice";
  const seen = make("span", { className: "op-slot", role: "group", ariaLabel: named });
  if (node.slot) seen.append(make("span", { className: "op-name" }, node.slot, words[node.slot] ? make("small", {}, ` ${words[node.slot]}`) : ""));
  const own = node.own && make("input", { type: "text", ariaLabel: `${named}, typed`, oninput: () => { press(); changed(); }, placeholder: node.choices.length ? "or type" : "type" });
  const row = make("span", { className: "op-choices" });
  seen.append(row);
  let press = () => {};
  const choose = (number) => {
    at = number;
    if (own) own.value = "";
    press();
    changed();
  };
  if (node.choices.length && node.choices.length <= MOST) {
    const buttons = node.choices.map(([text, said, rank], number) => button(text, () => choose(number), { className: rank ? "op-later" : "" }));
    node.choices.forEach(([, said, rank], number) => {
      const remark = [said, rank ? "not now" : ""].filter(Boolean).join("; ");
      if (remark) buttons[number].append(make("small", {}, ` ${remark}`));
    });
    press = () => buttons.forEach((each, number) => { each.ariaPressed = String(number === at && !(own && own.value)); });
    row.append(...buttons);
  } else if (node.choices.length) {
    const list = make("select", { ariaLabel: named, onchange: () => choose(list.selectedIndex) },
      ...node.choices.map(([text, said, rank]) => make("option", {}, [text, said, rank ? "not now" : ""].filter(Boolean).join("  -  "))));
    press = () => { list.selectedIndex = own && own.value ? -1 : at; };
    row.append(list);
  }
  if (own) row.append(own);
  press();
  seen.offer = (name) => {
    const number = node.choices.findIndex(([text]) => text === name || text === `"${name}"`);
    if (number >= 0) choose(number);
    return number >= 0;
  };
  return {
    seen,
    text: () => {
      const value = (own && own.value.trim()) || (node.choices.length ? node.choices[at][0] : "");
      return value && (node.before || "") + value + (node.after || "");
    },
  };
};

// one order put together: its parts, the steps that it is for, the line, what is said of it, and the way into the file
const compose = (unit, order, way, group) => {
  const line = make("output", { className: "op-line" });
  const verdict = make("p", { className: "op-verdict" });
  const changed = () => {
    line.textContent = whole();
    const text = body.text();
    verdict.textContent = (way.said && way.said[text]) || way.why || "";
  };
  const body = build(way.parts, order.words, changed);
  const row = make("span", { className: "op-row" });
  let prefix = () => group.before;
  if (group.steps.length) {
    const options = () => group.steps.map((step) => make("option", { value: step }, String(step)));
    const to = make("select", { ariaLabel: `last ${data.step}`, onchange: changed }, ...options());
    const from = make("select", { ariaLabel: `first ${data.step}`, onchange: () => {
      to.selectedIndex = Math.max(to.selectedIndex, from.selectedIndex - (order.anytime ? 1 : 0));
      changed();
    } }, ...(order.anytime ? [make("option", { value: "" }, data.anytime)] : []), ...options());
    row.append(`in ${data.step}`, from, "to", to);
    prefix = () => {
      if (!from.value) return "";
      const last = Number(to.value) > Number(from.value) ? `-${to.value}` : "";
      return `${group.before}${from.value}${last}`;
    };
  }
  const whole = () => [prefix().trim(), body.text()].filter(Boolean).join("  ");
  const seen = make("div", { className: "op-compose" }, body.seen, row, line, verdict,
    button("Add to the file", () => add(unit, whole(), group.file), { className: "op-add" }));
  changed();
  return seen;
};

// files

const isUnit = (line, name) => {
  const said = line.split("#")[0].trim().toLowerCase();
  const word = `${data.unit} `;
  return name === undefined ? said.startsWith(word) : said === `${word}${name}`.toLowerCase();
};

// A line below its unit: behind the last that stands there, or below the unit at the end where the file lacks it.
const insert = (text, unit, line) => {
  const lines = text.split("\n");
  const at = lines.findIndex((each) => isUnit(each, unit.written) || isUnit(each, unit.name) || isUnit(each, `"${unit.name}"`));
  if (at < 0) return `${text.trimEnd()}\n\n${data.unit} ${unit.written}\n  ${line}\n`.trimStart();
  let end = lines.findIndex((each, number) => number > at && isUnit(each));
  if (end < 0) end = lines.length;
  while (end > at + 1 && !lines[end - 1].trim()) end -= 1;
  lines.splice(end, 0, `  ${line}`);
  return lines.join("\n");
};

const changedFile = () => {
  kept = false;
  try {
    sessionStorage.setItem(location.pathname, JSON.stringify([data.files, written]));
  } catch { /* nothing is promised */ }
};

const showFile = (number) => {
  current = number;
  area.value = written[number];
  part("named").textContent = data.files[number].name;
  part("then").textContent = data.files[number].then;
  part("files").querySelectorAll("button").forEach((each, at) => { each.ariaPressed = String(at === number); });
};

const add = (unit, line, file) => {
  written[file] = insert(written[file], unit, line);
  showFile(file);
  changedFile();
  area.scrollTop = area.scrollHeight;
  tell(`Added below ${data.unit} ${unit.name}: ${line}`);
};

const copy = async () => {
  let done = false;
  try {
    await navigator.clipboard.writeText(area.value);
    done = true;
  } catch {
    area.select();
    done = document.execCommand("copy");
  }
  kept = kept || done;
  tell(done ? "Copied." : "The browser does not let this page copy: select the text and copy it yourself.");
};

const save = () => {
  const name = data.files[current].name;
  const link = make("a", { href: URL.createObjectURL(new Blob([area.value], { type: "text/plain" })), download: name });
  link.click();
  kept = true;
  tell(`${name} is in your browser's downloads.`);
};

// units

const showUnit = (number) => {
  chosen = number;
  open = null;
  const unit = data.units[number];
  part("units").querySelectorAll("button").forEach((each, at) => { each.ariaPressed = String(at === number); });
  panel.querySelectorAll(".op-around").forEach((each) => { each.hidden = each.dataset.unit !== unit.name; });
  part("notes").replaceChildren(...unit.notes.map((each) => make("li", {}, each)));
  part("now").hidden = !unit.now.length;
  part("now-list").replaceChildren(...unit.now.map(([line, said, file]) =>
    make("li", {}, button(line, () => add(unit, line, file)), said ? make("small", {}, ` ${said}`) : "")));
  part("forms").replaceChildren(...data.groups.map((group, at) => showGroup(unit, group, at)));
};

const showGroup = (unit, group, number) => {
  const each = data.forms.map((order, at) => [order, unit.ways[at]]).filter(([order]) => order.group === number);
  const able = each.filter(([, way]) => !way.why);
  const unable = each.filter(([, way]) => way.why);
  const found = make("section", {}, make("h3", {}, group.title), ...able.map(([order, way]) => showForm(unit, order, way, group)));
  if (unable.length) {
    const reasons = new Set(unable.map(([, way]) => way.why));
    found.append(make("details", { className: "op-unable" },
      make("summary", {}, `Not possible now: ${unable.length}`),
      reasons.size === 1 ? make("p", {}, ...reasons) : "",
      ...unable.map(([order, way]) => showForm(unit, order, way, group, reasons.size > 1 ? way.why : ""))));
  }
  return found;
};

const showForm = (unit, order, way, group, why = "") => {
  const above = data.forms[data.forms.indexOf(order) - 1];
  const said = why || (above && above.does === order.does ? "" : order.does);
  const found = make("details", { className: "op-form", ontoggle: () => {
    if (!found.open) return;
    if (open && open !== found && open.isConnected) open.open = false;
    open = found;
    if (!found.querySelector(".op-compose")) found.append(compose(unit, order, way, group));
  } }, make("summary", {}, make("code", {}, order.text), said ? make("small", {}, ` ${said}`) : ""));
  return found;
};

// what is pointed at on a map: one of the player's units, or what the order that is open can name
const point = (name) => {
  if (open && open.open && [...open.querySelectorAll(".op-slot")].some((each) => each.offer(name))) return;
  const number = data.units.findIndex((each) => each.name === name);
  if (number < 0) return;
  showUnit(number);
  panel.scrollIntoView();
};

document.querySelectorAll("svg .unit[data-name]").forEach((each) => {
  each.style.cursor = "pointer";
  each.addEventListener("click", () => point(each.dataset.name));
});

try {
  const [files, texts] = JSON.parse(sessionStorage.getItem(location.pathname));
  if (JSON.stringify(files) === JSON.stringify(data.files)) written.splice(0, written.length, ...texts);
} catch { /* nothing was kept */ }

area.addEventListener("input", () => { written[current] = area.value; changedFile(); });
part("copy").addEventListener("click", copy);
part("save").addEventListener("click", save);
addEventListener("beforeunload", (event) => { if (!kept) event.preventDefault(); });
part("about").hidden = !data.notes.length;
part("about").lastElementChild.append(...data.notes.map((each) => make("li", {}, each)));
part("units").append(...data.units.map((unit, at) => button(unit.name, () => showUnit(at))));
part("files").append(...(data.files.length > 1 ? data.files.map((file, at) => button(file.name, () => showFile(at))) : []));
showFile(current);
if (data.units.length) showUnit(Math.max(0, data.units.findIndex((unit) => unit.now.length)));
document.documentElement.dataset.ready = "yes";
