// The turn in space: how it stood before, and after each exchange, with the shots that were fired in it.
{
  const find = (id) => document.getElementById(id);

  // How it stands at a step, and where each unit came from.
  const at = (steps, number) => {
    const { ground, units, figures, shots } = steps[number], trails = new Map();
    for (const { units: were } of steps.slice(0, number + 1)) {
      for (const [name, { at: place }] of Object.entries(were)) trails.set(name, [...(trails.get(name) || []), place]);
    }
    return {
      ground, trails, shots: shots.map(([from, to, count, missiles, words]) => ({ from, to, number: count, missiles: Boolean(missiles), words })),
      units: new Map(Object.entries(units).map(([name, body]) => [name, { ...body, figure: figures[name] }])),
    };
  };

  // A unit's sign as the turn's map has it.
  const sign = ({ sign: drawn, side }, colours) => {
    const made = document.createElement("b");
    made.className = `side-${colours[side] || "none"}`;
    made.textContent = `${drawn} `;
    return made;
  };

  const open = async () => {
    const mount = await viewInSpace(), { colours, arcs, steps } = await unpacked("turn");
    const view = mount(find("view"), {
      arcs, colour: (side) => colours[side] || "none", sign: (figure) => sign(figure, colours), choose: (name) => view.choose(name),
    });
    const buttons = steps.map(({ at: when }, number) => {
      const button = document.createElement("button");
      button.textContent = when;
      button.addEventListener("click", () => go(number));
      return button;
    });
    const go = (number) => {
      buttons.forEach((button, each) => button.setAttribute("aria-pressed", String(each === number)));
      view.show(at(steps, number));
    };
    find("steps").replaceChildren(...buttons);
    go(steps.length - 1);
    document.documentElement.dataset.space = "yes";
    window.turnInSpace = view;
  };

  find("space").addEventListener("toggle", () => open().catch(({ message }) => {
    find("no-space").textContent = message;
    find("no-space").hidden = false;
  }), { once: true });
}
