// What is packed in a page, and of that the view in space with its library, run when space is first looked at.

// What one of the page's packed parts holds. Rejects where it is not as it was written.
async function unpacked(id) {
  const letters = atob(document.getElementById(id).textContent.trim());
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// Gives the function that puts a view into a place of the page. Rejects, or the function throws, without WebGL.
async function viewInSpace() {
  const lacking = "This browser cannot draw in space: WebGL is missing or switched off. The map shows the same.";
  if (!document.createElement("canvas").getContext("webgl2")) throw new Error(lacking);
  viewInSpace.ready = viewInSpace.ready || unpacked("library").then(async ({ modules: [core, rest, view] }) => {
    const place = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const three = await import(place(rest.replaceAll('"./three.core.min.js"', JSON.stringify(place(core)))));
    const { mount } = await import(place(view));
    return (root, data) => {
      try {
        return mount(three, root, data);
      } catch (fault) {
        throw new Error(lacking, { cause: fault });
      }
    };
  });
  return viewInSpace.ready;
}
