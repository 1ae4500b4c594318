// Checks the record in this file: every digest, the head, the root, and checkpoints that somebody kept.

class Check {
  constructor(page) {
    this.page = page;
  }

  // Work out every digest of a branch again. Gives the digests, and what is wrong, or nothing.
  async digests(branch) {
    const trunk = branch.trunk ? await this.digests(branch.trunk) : { leaves: [], fault: "" };
    const leaves = trunk.leaves.slice(0, branch.after + 1);
    if (trunk.fault && leaves.length <= branch.after) return { leaves, fault: trunk.fault };
    for (const { name } of branch.volumes) {
      const { streams, topics, events } = await unpacked(`stored-${name}`);
      for (const [stream, topic, kept, state] of events) {
        const version = leaves.length, previous = version ? leaves[version - 1] : new Uint8Array(32);
        const digest = digestOf(previous, streams[stream], version, topics[topic], state);
        if (hex(digest).slice(0, 8) !== kept) {
          const fault = `Event #${version} was changed, or an event before it is missing or changed.`;
          return { leaves, fault };
        }
        leaves.push(digest);
      }
    }
    const head = leaves.length ? hex(leaves[leaves.length - 1]) : "";
    const fault = head === branch.values.head ? "" : "The last digest is not the head that this file names.";
    return { leaves, fault };
  }

  // All branches checked; what came of it is shown, and given.
  async show() {
    const found = [];
    for (const branch of this.page.branches) {
      const { called, head, checkpoint } = branch.values;
      let fault, leaves;
      try {
        ({ fault, leaves } = await this.digests(branch));
      } catch {
        fault = "The record in this file cannot be unpacked: the file was changed.";
      }
      const root = fault ? "" : base64(rootOf(leaves));
      if (!fault && root !== checkpoint.split("\n")[2]) fault = "The root does not match the checkpoint in this file.";
      found.push({ called, fault, events: fault ? 0 : leaves.length, head, root, checkpoint });
    }
    const said = found.flatMap(({ called, fault, events, head, root, checkpoint }) => fault
      ? [element("p", { class: "alarm" }, `${called}: ${fault}`)]
      : [element("p", { class: "sound" }, `${called}: ${events} events; every digest is sound, and each follows from the one before it.`),
        element("pre", { tabindex: 0, role: "group", "aria-label": `Head and root of ${called}` }, `head ${head}\nroot ${root}`),
        element("p", {}, "The root matches this checkpoint; compare it with sits audit verify --checkpoint and with other players' reports:"),
        element("pre", { tabindex: 0, role: "group", "aria-label": `Checkpoint of ${called}` }, checkpoint.trimEnd())]);
    document.getElementById("verdict").replaceChildren(...said);
    return found;
  }

  async compare(text) {
    const place = document.getElementById("compared");
    const answer = (said, sound) => place.replaceChildren(element("p", { class: sound ? "sound" : "alarm" }, said));
    const [origin, size, root] = text.trim().split("\n").map((line) => line.trim().replace(/^(> ?)+/, ""));
    const name = origin.split("/").pop();
    if (!root || !/^(0|[1-9][0-9]*)$/.test(size) || !/^[A-Za-z0-9+/]{43}=$/.test(root)) {
      return answer("A checkpoint has three lines: a record's origin, a number of events and a root. This is not one.", false);
    }
    const fitting = [], short = [];
    for (const branch of this.page.branches) {
      const { leaves, fault } = await this.digests(branch);
      if (fault) return answer(`${branch.values.called}: ${fault}`, false);
      if (Number(size) > leaves.length) short.push(branch);
      else if (base64(rootOf(leaves.slice(0, Number(size)))) === root) fitting.push(branch.values.called);
    }
    if (fitting.length) return answer(`The first ${size} events of ${fitting[0]} match this checkpoint of ${name}.`, true);
    if (short.length === this.page.branches.length) return answer(`That checkpoint covers ${size} events, but this file has fewer.`, false);
    return answer(`This record does NOT match that checkpoint of ${name} (${size} events).`, false);
  }
}
