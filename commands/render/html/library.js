// The view in space with the library that it draws with: unpacked and run when space is first looked at.

// Gives the function that puts a view into a place of the page. Rejects where the browser has no WebGL.
async function viewInSpace() {
  if (!document.createElement("canvas").getContext("webgl2")) {
    throw new Error("This browser draws nothing in space: it has no WebGL, or it is switched off. The map stays.");
  }
  viewInSpace.ready = viewInSpace.ready || unpacked("library").then(async ({ modules: [core, rest, view] }) => {
    const place = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const three = await import(place(rest.replaceAll('"./three.core.min.js"', JSON.stringify(place(core)))));
    const { mount } = await import(place(view));
    return (root, data) => mount(three, root, data);
  });
  return viewInSpace.ready;
}
