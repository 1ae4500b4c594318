// Space: units as solid bodies, seen from wherever one likes. What it shows was worked out by sits; here it is drawn.
// A page unpacks and runs it with the library that it draws with, three.js, when space is first looked at.

const DEGREE = Math.PI / 180;
const FIELD = 36;

const ROOT3 = Math.sqrt(3);

// Bodies look along y, their top is z, starboard is x; a ship is two long. Corners in threes make faces.
const HULL = [[0, -0.9], [0.17, -0.86], [0.11, -0.55], [0.15, -0.3], [0.17, 0.15], [0.11, 0.5], [0.18, 0.72], [0.06, 1], [0, 1.15]];
const DART = [
  [0, 1.15, 0], [0.75, -0.75, 0], [0, -0.6, 0.32], [0, 1.15, 0], [0, -0.6, 0.32], [-0.75, -0.75, 0],
  [0, 1.15, 0], [0, -0.6, -0.2], [0.75, -0.75, 0], [0, 1.15, 0], [-0.75, -0.75, 0], [0, -0.6, -0.2],
  [0.75, -0.75, 0], [0, -0.6, -0.2], [0, -0.6, 0.32], [-0.75, -0.75, 0], [0, -0.6, 0.32], [0, -0.6, -0.2],
  [0, 0, 0.16], [0, -0.8, 0.75], [0, -0.75, 0.2], [0, 0, 0.16], [0, -0.75, 0.2], [0, -0.8, 0.75],
];
const ROOF = [[-0.85, 1, 0.62], [0.85, 1, 0.62], [0.65, -1, 0.36], [-0.65, -1, 0.36]];
const FLOOR = ROOF.map(([x, y, z]) => [x, y, -z]);
const WALLS = { starboard: [1, 2], port: [0, 3], forward: [0, 1], aft: [3, 2] };
const SIZES = { dart: 1, plated: 1, craft: 0.65, needle: 0.6, mine: 0.5, base: 1 };

function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

// three: the library; root: where it is shown. data: arcs, by their numbers; colour: the name of a side's; sign: of a
// figure, to stand beside its name; choose: is told the name of a unit that somebody picked.
export const mount = (three, root, data) => new SpaceView(three, root, data);

class SpaceView {
  constructor(three, root, data) {
    Object.assign(this, { three, data, units: new Map(), shots: [], tags: [], moved: false, pointed: null, arc: -1 });
    this.canvas = element("canvas", { tabindex: 0, role: "application", "aria-label": "The game in space; the list beside it describes the units" });
    this.tagged = element("div", { class: "tags", "aria-hidden": "true" });
    this.told = element("p", { class: "told", role: "status" });
    this.arcs = element("div", { class: "chips", role: "group", "aria-label": "Arcs" });
    const press = (said, title, step) => {
      const button = element("button", { class: "worded", title }, said);
      button.addEventListener("click", step);
      return button;
    };
    const looks = element("div", { class: "chips", role: "group", "aria-label": "Look from" },
      press("Show all", "Back to the first view, with everything in sight (0)", () => this.reset()),
      press("From above", "As on the map", () => this.reset(-90, 89.9)),
      press("From the side", "Shows heights", () => this.reset(-90, 0)));
    // first: without WebGL it throws, and the page stays as it is
    this.renderer = new three.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true });
    const box = element("div", { class: "space" }, this.canvas, this.tagged);
    root.replaceChildren(element("div", { class: "in-space" }, box, looks, this.arcs, this.told));
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera = new three.PerspectiveCamera(FIELD, 1, 0.1, 1000);
    this.camera.up.set(0, 0, 1);
    this.light = new three.DirectionalLight(0xffffff, 2.2);
    this.scene = new three.Scene();
    this.scene.add(new three.HemisphereLight(0xffffff, 0x667788, 1.6), this.light, this.light.target);
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.recolour = () => this.#rebuild();
    this.dark.addEventListener("change", this.recolour);
    this.sized = new ResizeObserver(() => this.#size());
    this.sized.observe(root);
    this.target = new three.Vector3();
    this.fitted = { middle: new three.Vector3(), radius: 0 };
    this.#shapes();
    this.#listen();
    this.#turnTo(-104, 32);
    this.#size();
  }

  // Give back what the browser has few of.
  destroy() {
    this.sized.disconnect();
    this.dark.removeEventListener("change", this.recolour);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  // state: the units by name, each with its figure; ground; shots: from and to by name, words, number; trails: by name.
  show(state) {
    const before = this.state;
    this.state = state;
    if (!before || before.ground !== state.ground) this.#ground();
    for (const [name, unit] of this.units) {
      if (!state.units.has(name) || state.units.get(name).b !== unit.values.b) this.#remove(name);
    }
    for (const [name, values] of state.units) this.#unit(name, values);
    this.#spread();
    this.#fit();
    this.#shots();
    this.#arcs();
    this.#say(this.pointed);
    this.begun = before && !this.still.matches ? performance.now() : 0;
    this.draw();
  }

  choose(name) {
    if (this.chosen === name) return;
    this.chosen = name;
    this.arc = -1;
    if (!this.state) return;
    this.#arcs();
    this.#say(null);
    this.draw();
  }

  // Where a place is seen, in pixels from the upper left corner; behind: whether behind whoever looks.
  seen([x, y, z]) {
    const spot = new this.three.Vector3(x, y, z).project(this.camera);
    return { x: (spot.x + 1) / 2 * this.width, y: (1 - spot.y) / 2 * this.height, behind: spot.z > 1 };
  }

  // At the next frame.
  draw() {
    this.asked = this.asked || requestAnimationFrame(() => this.#frame());
  }

  // Everything in sight again, seen from an azimuth and a height, or from where one looks at first.
  reset(around = -104, above = 32) {
    this.moved = false;
    this.fitted.radius = 0;
    this.#turnTo(around, above);
    this.#fit();
    this.draw();
  }

  #turnTo(around, above) {
    [this.around, this.above] = [around, above];
  }

  // colours and shapes

  #colour(name) {
    return new this.three.Color(getComputedStyle(this.canvas).getPropertyValue(`--${name}`).trim());
  }

  #shapes() {
    const { three } = this;
    const faces = (corners) => {
      const shape = new three.BufferGeometry();
      shape.setAttribute("position", new three.Float32BufferAttribute(corners.flat(), 3));
      shape.computeVertexNormals();
      return shape;
    };
    const plate = ([one, two, three_, four]) => faces([one, two, three_, one, three_, four]);
    const hull = new three.LatheGeometry(HULL.map(([x, y]) => new three.Vector2(x, y)), 10);
    const needle = new three.ConeGeometry(0.16, 1.6, 6);
    const base = new three.CylinderGeometry(0.8, 0.8, 0.4, 6).rotateX(Math.PI / 2);
    this.shape = {
      rod: new three.CylinderGeometry(1, 1, 1, 6, 1, true), ball: new three.SphereGeometry(1, 24, 16),
      head: new three.ConeGeometry(1, 2.4, 8), nose: new three.ConeGeometry(0.2, 0.42, 10).translate(0, 1.02, 0),
      plated: hull, dart: faces(DART), craft: faces(DART), needle, mine: new three.OctahedronGeometry(0.7), base,
      roof: plate(ROOF), floor: plate(FLOOR),
      walls: Object.fromEntries(Object.entries(WALLS).map(([face, [one, two]]) =>
        [face, plate([ROOF[one], ROOF[two], FLOOR[two], FLOOR[one]])])),
      rim: (corners) => new three.BufferGeometry().setFromPoints([...corners, corners[0]].map((corner) => new three.Vector3(...corner))),
    };
    this.shape.arrow = this.shape.rim([[0, 0.85, 0.61], [0.3, 0.1, 0.52], [0, 0.3, 0.54], [-0.3, 0.1, 0.52]]);
  }

  // Materials of a side, made once for each.
  #paint(side) {
    this.paints = this.paints || new Map();
    if (!this.paints.has(side)) {
      const { three } = this, color = this.#colour(this.data.colour(side));
      const glass = (opacity) => new three.MeshBasicMaterial({ color, opacity, transparent: true, depthWrite: false, side: three.DoubleSide });
      this.paints.set(side, {
        full: new three.MeshLambertMaterial({ color, flatShading: true }), flat: new three.MeshBasicMaterial({ color }),
        nose: new three.MeshLambertMaterial({ color: this.#colour("ink"), flatShading: true }),
        line: new three.LineBasicMaterial({ color }), trail: new three.LineBasicMaterial({ color, transparent: true, opacity: 0.45 }), roof: glass(0.5), floor: glass(0.22), wall: glass(0.16), faint: glass(0.55),
        shell: glass(0.1), side: glass(0.06),
      });
    }
    return this.paints.get(side);
  }

  // All of it anew, as in other colours.
  #rebuild() {
    this.paints = null;
    for (const name of [...this.units.keys()]) this.#remove(name);
    const { state } = this;
    this.state = null;
    if (state) this.show(state);
  }

  #body(values, paint) {
    const { three, shape } = this, body = new three.Group();
    const mesh = (form, material) => body.add(new three.Mesh(form, material));
    mesh(shape[values.b], paint.full);
    if (values.b === "plated") {
      mesh(shape.nose, paint.nose);
      mesh(shape.roof, paint.roof);
      mesh(shape.floor, paint.floor);
      for (const corners of [ROOF, FLOOR]) body.add(new three.Line(shape.rim(corners), paint.line));
      body.add(new three.Line(shape.arrow, paint.line));
    } else if (values.b === "dart" || values.b === "craft") {
      body.add(new three.LineSegments(new three.EdgesGeometry(shape.dart, 20), paint.nose));
    }
    return body;
  }

  #walls(body, paint, faces = []) {
    const { three, shape } = this, walls = new three.Group();
    for (const face of faces) {
      walls.add(new three.Mesh(shape.walls[face], paint.wall));
      const [one, two] = WALLS[face];
      walls.add(new three.Line(shape.rim([ROOF[one], ROOF[two], FLOOR[two], FLOOR[one]]), paint.line));
    }
    body.add(walls);
    return walls;
  }

  // A straight rod, so many pixels thick wherever it is seen from; laid between two places in each frame.
  #rod(material, pixels) {
    const rod = new this.three.Mesh(this.shape.rod, material);
    rod.userData.pixels = pixels;
    return rod;
  }

  #lay(rod, from, to) {
    const way = to.clone().sub(from), length = way.length();
    rod.visible = length > 1e-3;
    if (!rod.visible) return;
    rod.position.copy(from).addScaledVector(way, 0.5);
    rod.quaternion.setFromUnitVectors(new this.three.Vector3(0, 1, 0), way.divideScalar(length));
    const thick = rod.userData.pixels * this.#pixel(rod.position) / 2;
    rod.scale.set(thick, length, thick);
  }

  // How much of a unit of length a pixel is at a place.
  #pixel(place) {
    return 2 * this.camera.position.distanceTo(place) * Math.tan(FIELD * DEGREE / 2) / this.height;
  }

  // units

  #unit(name, values) {
    const { three } = this, { side } = values.figure, paint = this.#paint(side);
    let unit = this.units.get(name);
    if (!unit) {
      unit = { name, body: this.#body(values, paint), at: new three.Vector3(...values.at), parts: {} };
      unit.parts = {
        drop: this.#rod(this.#paint("").flat, 1.4), foot: new three.Mesh(this.shape.ball, this.#paint("").flat),
        course: this.#rod(paint.faint, 1.5), head: new three.Mesh(this.shape.head, paint.faint),
        next: this.#rod(paint.faint, 3), ghost: new three.Mesh(this.shape.ball, paint.faint),
        trail: new three.Line(new three.BufferGeometry(), paint.trail),
      };
      unit.tag = this.#tag("unit", this.data.sign(values.figure), element("b", {}, name), element("small", {}));
      this.scene.add(unit.body, ...Object.values(unit.parts));
      this.units.set(name, unit);
    }
    const [nose, top] = [values.d.slice(0, 3), values.d.slice(3)].map((way) => new three.Vector3(...way));
    const lies = new three.Matrix4().makeBasis(nose.clone().cross(top), nose, top);
    unit.lies = new three.Quaternion().setFromRotationMatrix(lies);
    if (!unit.values) unit.body.quaternion.copy(unit.lies);
    if (!unit.values || String(unit.values.w) !== String(values.w)) {
      if (unit.walls) unit.body.remove(unit.walls);
      unit.walls = this.#walls(unit.body, paint, values.w);
    }
    unit.was = { at: unit.at.clone(), lies: unit.body.quaternion.clone() };
    unit.goes = new three.Vector3(...values.at);
    unit.values = values;
    unit.tag.lastChild.textContent = values.h;
    unit.tag.size = null;
    const trail = (this.state.trails.get(name) || []).map((place) => new three.Vector3(...place));
    unit.parts.trail.geometry.dispose();
    unit.parts.trail.geometry = new three.BufferGeometry().setFromPoints(trail);
    unit.parts.trail.visible = trail.length > 1;
  }

  #remove(name) {
    const unit = this.units.get(name);
    this.scene.remove(unit.body, ...Object.values(unit.parts));
    this.#untag(unit.tag);
    this.units.delete(name);
  }

  // Those in one place stand round it.
  #spread() {
    const heaps = new Map();
    for (const unit of this.units.values()) {
      const place = unit.values.at.join(" ");
      heaps.set(place, [...(heaps.get(place) || []), unit]);
    }
    for (const heap of heaps.values()) {
      heap.forEach((unit, at) => {
        const angle = at * 2 * Math.PI / heap.length;
        unit.aside = heap.length > 1 ? [Math.cos(angle), Math.sin(angle)] : [0, 0];
      });
    }
  }

  // the ground

  // What everything there is fits into; the picture stands still while it does.
  #fit() {
    const { three } = this, box = new three.Box3(), places = [];
    for (const { values: { at, to } } of this.units.values()) {
      for (const [x, y, z] of to ? [at, to] : [at]) {
        for (const high of new Set([0, z])) places.push(new three.Vector3(x, y, high));
      }
    }
    if (!places.length) return;
    box.setFromPoints(places);
    const ball = box.getBoundingSphere(new three.Sphere());
    const radius = Math.max(3, ball.radius), fitted = this.fitted;
    const inside = ball.center.distanceTo(fitted.middle) + radius <= fitted.radius * 1.05;
    if (inside && radius > 0.45 * fitted.radius) return;
    this.fitted = { middle: ball.center, radius };
    this.#grid();
    if (this.moved) return;
    this.target.copy(ball.center);
    this.far = 2 * radius / Math.sin(FIELD * DEGREE / 2);
    for (let step = 0; step < 4; step++) this.#fill(places);
  }

  // Nearer or farther and aside, so that places fill the picture, with room for what is written beside them.
  #fill(places) {
    this.#look();
    const spots = places.map(({ x, y, z }) => this.seen([x, y, z]));
    const [left, right] = [Math.min, Math.max].map((most) => most(...spots.map(({ x }) => x)));
    const [top, bottom] = [Math.min, Math.max].map((most) => most(...spots.map(({ y }) => y)));
    this.#aside(this.width / 2 - (left + right) / 2, this.height / 2 - (top + bottom) / 2);
    const part = Math.max((right - left) / (this.width - 170), (bottom - top) / (this.height - 130), 0.02);
    this.far = Math.max(8, this.far * part);
  }

  // The plane of the map: hexes as on the map, or squares; larger ones where there would be too many.
  #grid() {
    const { three } = this, { middle, radius } = this.fitted, { hexes, compass } = this.state.ground;
    const reach = 1.25 * radius, wide = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((step) => reach / step <= 15) || 10000;
    const spots = [];
    const line = (one, two) => spots.push(one[0], one[1], 0, two[0], two[1], 0);
    const inside = ([x, y]) => Math.hypot(x - middle.x, y - middle.y) <= reach;
    if (hexes) {
      const size = wide / ROOT3;
      const across = Math.round(middle.x / (1.5 * size)), many = Math.ceil(reach / size);
      for (let q = across - many; q <= across + many; q++) {
        const up = Math.round(middle.y / wide - q / 2);
        for (let r = up - many; r <= up + many; r++) {
          const spot = [1.5 * size * q, wide * (r + q / 2)];
          if (!inside(spot)) continue;
          const corners = Array.from({ length: 4 }, (_, step) => [
            spot[0] + size * Math.cos(step * Math.PI / 3), spot[1] + size * Math.sin(step * Math.PI / 3)]);
          // three sides of each; the others are its neighbours'
          for (let side = 0; side < 3; side++) line(corners[side], corners[side + 1]);
        }
      }
    } else {
      const [x, y] = [middle.x, middle.y].map((at) => Math.round(at / wide) * wide), many = Math.ceil(reach / wide);
      for (let step = -many; step <= many; step++) {
        const half = Math.sqrt(Math.max(0, (many * wide) ** 2 - (step * wide) ** 2));
        line([x + step * wide, y - half], [x + step * wide, y + half]);
        line([x - half, y + step * wide], [x + half, y + step * wide]);
      }
    }
    if (this.plane) this.scene.remove(this.plane);
    for (const tag of this.compass || []) this.#untag(tag);
    const shape = new three.BufferGeometry();
    shape.setAttribute("position", new three.Float32BufferAttribute(spots, 3));
    const lines = new three.LineSegments(shape, new three.LineBasicMaterial({ color: this.#colour("hex"), transparent: true, opacity: 0.8 }));
    const disc = new three.Mesh(new three.CircleGeometry(reach, 48), new three.MeshBasicMaterial({
      color: this.#colour("line"), transparent: true, opacity: 0.13, depthWrite: false, side: three.DoubleSide }));
    disc.position.set(middle.x, middle.y, 0);
    this.plane = new three.Group();
    this.plane.add(disc, lines);
    this.scene.add(this.plane);
    this.compass = compass.map(([name, azimuth]) => {
      const tag = this.#tag("way", name);
      tag.place = new three.Vector3(
        middle.x + 1.06 * reach * Math.sin(azimuth * DEGREE), middle.y + 1.06 * reach * Math.cos(azimuth * DEGREE), 0);
      return tag;
    });
    this.wide = wide;
  }

  // Balls and lines that stand there beside the units.
  #ground() {
    const { three } = this;
    if (this.forms) this.scene.remove(this.forms);
    for (const tag of this.named || []) this.#untag(tag);
    this.forms = new three.Group();
    this.named = [];
    for (const { at, r = 0, l, t, solid } of this.state.ground.forms) {
      const places = at.map((place) => new three.Vector3(...place));
      if (places.length === 1) {
        const ball = new three.Mesh(this.shape.ball, solid ? this.#paint("").full : this.#paint("").wall);
        ball.position.copy(places[0]);
        ball.scale.setScalar(r);
        this.forms.add(ball);
        if (l) this.named.push(Object.assign(this.#tag("way", l), { place: places[0], said: t }));
      } else {
        this.forms.add(new three.Line(new three.BufferGeometry().setFromPoints(places), this.#paint("").line));
      }
    }
    this.scene.add(this.forms);
    this.fitted.radius = 0;
  }

  // shots and arcs

  #shots() {
    const { three } = this, ways = new Map();
    for (const { parts, tag } of this.shots) {
      this.scene.remove(...parts);
      this.#untag(tag);
    }
    this.shots = this.state.shots.filter(({ from, to }) => this.units.has(from) && this.units.has(to)).map((shot) => {
      const paint = this.#paint(this.units.get(shot.from).values.figure.side);
      const rod = this.#rod(shot.missiles ? paint.faint : paint.flat, shot.missiles ? 1.6 : 2.6);
      const flying = Array.from({ length: shot.missiles ? 4 : 1 }, () =>
        new three.Mesh(shot.missiles ? this.shape.needle : this.shape.head, paint.flat));
      this.scene.add(rod, ...flying);
      const tag = this.#tag(`shot side-${this.data.colour(this.units.get(shot.from).values.figure.side)}`, shot.number || "");
      const beside = ways.get(`${shot.from} ${shot.to}`) || 0;
      ways.set(`${shot.from} ${shot.to}`, beside + 1);
      return { ...shot, rod, flying, parts: [rod, ...flying], tag, beside };
    });
  }

  // The arcs of the unit chosen: as far as they reach, or as far as can be seen.
  #arcs() {
    const { three } = this, unit = this.units.get(this.chosen);
    const found = unit && unit.values.a !== undefined ? this.data.arcs[unit.values.a] : [];
    const drawn = [this.chosen, unit && unit.values.a, unit && String(unit.values.d), this.arc].join(" ");
    if (this.sectors && this.sectors.drawn === drawn) return;
    if (this.sectors) {
      this.scene.remove(this.sectors);
      this.sectors.traverse((each) => each.geometry && each.geometry.dispose());
    }
    this.sectors = new three.Group();
    this.sectors.drawn = drawn;
    this.arcs.replaceChildren(...found.map(([name], at) => {
      const button = element("button", { class: "worded", "aria-pressed": String(at === this.arc) }, name);
      button.addEventListener("click", () => {
        this.arc = this.arc === at ? -1 : at;
        this.#arcs();
        this.#say(null);
        this.draw();
        this.arcs.children[at].focus();
      });
      return button;
    }));
    if (!unit) return;
    const paint = this.#paint(unit.values.figure.side);
    found.forEach(([, patches, reach, , own], at) => {
      if (this.arc !== -1 && this.arc !== at) return;
      const sector = this.#sector(patches, paint);
      sector.scale.setScalar(reach || Math.max(4, 0.3 * this.fitted.radius));
      if (own) sector.quaternion.copy(unit.lies);
      this.sectors.add(sector);
    });
    this.scene.add(this.sectors);
  }

  // A part of a ball of radius 1: its outside, its edge, and the way from the middle to that.
  #sector(patches, paint) {
    const { three } = this, fine = 5, cells = new Map();
    const key = (around, above) => `${((around % 360) + 360) % 360} ${above}`;
    for (const [left, right, low, high] of patches) {
      for (let around = left; around < right; around += fine) {
        for (let above = low; above < high; above += fine) cells.set(key(around, above), [around, above]);
      }
    }
    const spot = (around, above) => [
      Math.cos(above * DEGREE) * Math.sin(around * DEGREE), Math.cos(above * DEGREE) * Math.cos(around * DEGREE), Math.sin(above * DEGREE),
    ];
    const shell = [], edge = [], sides = [];
    for (const [around, above] of cells.values()) {
      const [a, b, c, d] = [[0, 0], [fine, 0], [fine, fine], [0, fine]].map(([right, up]) => spot(around + right, above + up));
      shell.push(...a, ...b, ...c, ...a, ...c, ...d);
      for (const [right, up, one, two] of [[0, -fine, a, b], [0, fine, d, c], [-fine, 0, a, d], [fine, 0, b, c]]) {
        const pole = above + up >= 90 || above + up < -90;
        if (pole || cells.has(key(around + right, above + up))) continue;
        edge.push(...one, ...two);
        sides.push(0, 0, 0, ...one, ...two);
      }
    }
    const shape = (spots) => {
      const made = new three.BufferGeometry();
      made.setAttribute("position", new three.Float32BufferAttribute(spots, 3));
      return made;
    };
    const sector = new three.Group();
    sector.add(new three.Mesh(shape(shell), paint.shell), new three.Mesh(shape(sides), paint.side), new three.LineSegments(shape(edge), paint.line));
    return sector;
  }

  // words

  #tag(kind, ...inside) {
    const tag = element("span", { class: kind }, ...inside);
    this.tagged.append(tag);
    this.tags.push(tag);
    return tag;
  }

  #untag(tag) {
    tag.remove();
    this.tags.splice(this.tags.indexOf(tag), 1);
  }

  // No tag lies on another: each goes to the first free place round what it belongs to.
  #tagAll() {
    const taken = [];
    const free = (x, y, [wide, tall]) => x >= 0 && y >= 0 && x + wide <= this.width && y + tall <= this.height &&
      taken.every((each) => x + wide + 4 < each.x || each.x + each.wide + 4 < x || y + tall < each.y || each.y + each.tall < y);
    const put = (tag, place, ways) => {
      const { x, y, behind } = this.seen([place.x, place.y, place.z]);
      const size = (tag.size = tag.size || [tag.offsetWidth + 2, tag.offsetHeight]);
      const at = behind ? undefined : ways.map(([right, down]) => [x + right - size[0] / 2 + Math.sign(right) * size[0] / 2, y + down - size[1] / 2])
        .find(([left, top]) => free(left, top, size));
      tag.style.visibility = at ? "visible" : "hidden";
      if (!at) return;
      tag.box = { x: at[0], y: at[1], wide: size[0], tall: size[1] };
      taken.push(tag.box);
      tag.style.transform = `translate(${at[0].toFixed(1)}px, ${at[1].toFixed(1)}px)`;
    };
    for (const { at, pixels } of this.units.values()) {
      const { x, y } = this.seen([at.x, at.y, at.z]);
      taken.push({ x: x - pixels, y: y - 0.7 * pixels, wide: 2 * pixels, tall: 1.4 * pixels });
    }
    const near = [20, 30, 42, 58, 76, 96].flatMap((far) => [[far * 0.7, -far * 0.8], [far, 0], [far * 0.7, far * 0.8], [0, far], [0, -far], [-far, 0], [-far * 0.7, -far * 0.8], [-far * 0.7, far * 0.8]]);
    const first = [...this.units.values()].sort((one, two) => (two.name === this.chosen) - (one.name === this.chosen));
    for (const unit of first) put(unit.tag, unit.at, near);
    for (const { tag, middle } of this.shots) put(tag, middle, [[0, 0], ...near]);
    for (const tag of [...this.compass || [], ...this.named || []]) put(tag, tag.place, [[0, 0]]);
  }

  // What is told of a unit or a shot that somebody points at, else of the unit chosen.
  #say(pointed) {
    this.pointed = pointed;
    if (pointed && pointed.words) this.told.textContent = pointed.words;
    else {
      const name = (pointed && pointed.name) || this.chosen, values = this.state && this.state.units.get(name);
      const arc = values && !pointed && values.a !== undefined ? this.data.arcs[values.a][this.arc] : null;
      this.told.textContent = arc ? `${arc[0]}: ${arc[3]}` : values
        ? [name + (values.figure.side ? ` (${values.figure.side})` : ""), ...values.figure.said].join(", ")
        : "Drag to turn, use the wheel or two fingers to zoom, drag with the right button to move. Tap a unit to choose it.";
    }
    this.canvas.style.cursor = pointed ? "pointer" : "grab";
  }

  // What is at a place of the screen: a unit, its tag, or a shot.
  #under(x, y) {
    const far = (place) => {
      const spot = this.seen([place.x, place.y, place.z]);
      return spot.behind ? Infinity : Math.hypot(spot.x - x, spot.y - y);
    };
    const [nearest] = [...this.units.values()].map((unit) => [far(unit.at), unit]).sort(([one], [two]) => one - two);
    if (nearest && nearest[0] < 22) return nearest[1];
    const on = ({ box, style }) => style.visibility === "visible" && box && x >= box.x && y >= box.y && x <= box.x + box.wide && y <= box.y + box.tall;
    const tagged = [...this.units.values()].find(({ tag }) => on(tag)) || this.shots.find(({ tag }) => on(tag));
    if (tagged) return tagged;
    return this.shots.find(({ ends: [one, two] = [] }) => one && this.#apart([x, y], one, two) < 8) || null;
  }

  // How far a place on the screen is from the line between two places in space.
  #apart([x, y], one, two) {
    const [a, b] = [one, two].map((place) => this.seen([place.x, place.y, place.z]));
    const [right, down] = [b.x - a.x, b.y - a.y], length = right * right + down * down || 1;
    const part = Math.max(0, Math.min(1, ((x - a.x) * right + (y - a.y) * down) / length));
    return Math.hypot(a.x + part * right - x, a.y + part * down - y);
  }

  // a frame

  #size() {
    const { parentElement } = this.canvas;
    this.width = Math.max(260, parentElement.clientWidth);
    this.height = Math.round(Math.max(300, Math.min(0.62 * innerHeight, 0.95 * this.width)));
    this.renderer.setSize(this.width, this.height);
    this.camera.aspect = this.width / this.height;
    this.camera.updateProjectionMatrix();
    if (this.state && !this.moved) {
      this.fitted.radius = 0;
      this.#fit();
    }
    this.draw();
  }

  #look() {
    const { camera, target, far } = this, [around, above] = [this.around * DEGREE, this.above * DEGREE];
    camera.position.set(
      target.x + far * Math.cos(above) * Math.cos(around), target.y + far * Math.cos(above) * Math.sin(around), target.z + far * Math.sin(above));
    camera.near = far / 200;
    camera.far = far * 60;
    camera.updateProjectionMatrix();
    camera.lookAt(target);
    camera.updateMatrixWorld();
    this.light.position.copy(camera.position).add(new this.three.Vector3(0, 0, far));
    this.light.target.position.copy(target);
  }

  #frame() {
    this.asked = 0;
    if (!this.state || !this.far) return;
    const begun = performance.now();
    const part = this.begun ? Math.min(1, (begun - this.begun) / 260) : 1, eased = part * (2 - part);
    this.#look();
    for (const unit of this.units.values()) this.#place(unit, eased);
    for (const shot of this.shots) this.#fly(shot);
    const chosen = this.units.get(this.chosen);
    if (chosen && this.sectors) this.sectors.position.copy(chosen.at);
    this.#tagAll();
    this.renderer.render(this.scene, this.camera);
    this.spent = performance.now() - begun;
    if (part < 1) this.draw();
  }

  #place(unit, part) {
    const { values, body, parts } = unit, { three } = this;
    unit.at.lerpVectors(unit.was.at, unit.goes, part);
    body.quaternion.slerpQuaternions(unit.was.lies, unit.lies, part);
    const pixel = this.#pixel(unit.at), size = SIZES[values.b] * Math.max(0.4, 19 * pixel);
    body.position.copy(unit.at).add(new three.Vector3(unit.aside[0] * size, unit.aside[1] * size, 0));
    body.scale.setScalar(size);
    unit.pixels = 0.8 * size / pixel;
    const foot = new three.Vector3(unit.at.x, unit.at.y, 0);
    this.#lay(parts.drop, foot, unit.at);
    parts.foot.position.copy(foot);
    parts.foot.scale.setScalar(2.5 * pixel);
    this.#arrow(unit, values.c, pixel);
    const next = values.to && new three.Vector3(...values.to);
    parts.ghost.visible = Boolean(next);
    if (next) {
      this.#lay(parts.next, unit.at, next);
      parts.ghost.position.copy(next);
      parts.ghost.scale.setScalar(5 * pixel);
    } else {
      parts.next.visible = false;
    }
  }

  // Its course, no longer than it can be followed.
  #arrow({ at, parts: { course, head } }, to, pixel) {
    const { three } = this;
    course.visible = head.visible = Boolean(to);
    if (!to) return;
    const end = new three.Vector3(...to), most = 0.9 * this.fitted.radius;
    const way = end.clone().sub(at), long = way.length() > most;
    if (long) end.copy(at).addScaledVector(way.normalize(), most);
    this.#lay(course, at, end);
    head.visible = course.visible && !long;
    head.position.copy(end);
    head.quaternion.copy(course.quaternion);
    head.scale.setScalar(3 * pixel);
  }

  #fly(shot) {
    const ends = [this.units.get(shot.from).body.position, this.units.get(shot.to).body.position];
    // those between the same two side by side, each to the right of its way
    const way = ends[1].clone().sub(ends[0]).cross(this.camera.getWorldDirection(new this.three.Vector3())).normalize();
    const [one, two] = ends.map((place) => place.clone().addScaledVector(way, (4 + 5 * shot.beside) * this.#pixel(place)));
    shot.ends = [one, two];
    shot.middle = one.clone().lerp(two, 0.5);
    this.#lay(shot.rod, one, two);
    shot.flying.forEach((each, at) => {
      each.position.lerpVectors(one, two, shot.missiles ? 0.55 + 0.09 * at : 0.82);
      each.quaternion.copy(shot.rod.quaternion);
      each.scale.setScalar((shot.missiles ? 9 : 4.5) * this.#pixel(each.position));
    });
  }

  // hands and keys

  #turn(right, up) {
    this.moved = true;
    this.around -= right;
    this.above = Math.max(-89.9, Math.min(89.9, this.above + up));
    this.draw();
  }

  #zoom(times) {
    this.moved = true;
    this.far = Math.max(1.5, Math.min(this.fitted.radius * 30, this.far * times));
    this.draw();
  }

  #shift(right, down) {
    this.moved = true;
    this.#aside(right, down);
    this.draw();
  }

  // By pixels.
  #aside(right, down) {
    const pixel = this.#pixel(this.target), { elements } = this.camera.matrixWorld;
    const [x, y] = [0, 4].map((at) => new this.three.Vector3(elements[at], elements[at + 1], elements[at + 2]));
    this.target.addScaledVector(x, -right * pixel).addScaledVector(y, down * pixel);
  }

  #listen() {
    const { canvas } = this, hands = new Map();
    let dragged = 0;
    const spot = ({ clientX, clientY }) => {
      const { left, top } = canvas.getBoundingClientRect();
      return [clientX - left, clientY - top];
    };
    const spread = () => {
      const [[x1, y1], [x2, y2]] = [...hands.values()];
      return { far: Math.hypot(x2 - x1, y2 - y1), x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    };
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (!hands.size) dragged = 0;
      hands.set(event.pointerId, spot(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = spot(event), before = hands.get(event.pointerId);
      if (!before) {
        if (event.pointerType !== "touch") this.#say(this.#under(...now));
        return;
      }
      const [right, down] = [now[0] - before[0], now[1] - before[1]];
      dragged += Math.abs(right) + Math.abs(down);
      const two = hands.size === 2 && spread();
      hands.set(event.pointerId, now);
      if (two) {
        const then = spread();
        this.#zoom(two.far / Math.max(1, then.far));
        this.#shift(then.x - two.x, then.y - two.y);
      } else if (dragged > 4) {
        if (event.buttons & 2 || event.shiftKey) this.#shift(right, down);
        else this.#turn(0.4 * right, 0.4 * down);
      }
    });
    const lift = (event) => hands.delete(event.pointerId);
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("pointerup", (event) => {
      lift(event);
      if (dragged > 4 || event.button) return;
      const found = this.#under(...spot(event));
      this.#say(found);
      if (found && found.name) this.data.choose(found.name);
    });
    canvas.addEventListener("pointerleave", () => this.#say(null));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#zoom(Math.exp(Math.sign(event.deltaY) * Math.min(0.25, Math.abs(event.deltaY) / 500)));
    }, { passive: false });
    const keys = {
      ArrowLeft: () => this.#turn(-6, 0), ArrowRight: () => this.#turn(6, 0), ArrowUp: () => this.#turn(0, 6), ArrowDown: () => this.#turn(0, -6),
      "+": () => this.#zoom(0.85), "=": () => this.#zoom(0.85), "-": () => this.#zoom(1 / 0.85), 0: () => this.reset(),
    };
    const shifts = { ArrowLeft: [30, 0], ArrowRight: [-30, 0], ArrowUp: [0, 30], ArrowDown: [0, -30] };
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const shift = event.shiftKey && shifts[event.key], step = shift ? () => this.#shift(...shift) : keys[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      step();
    });
  }
}
