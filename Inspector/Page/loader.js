// Unpacks the scripts of a page and runs them: packed they are a third of their size. A report's feed is packed in the same
// way, so a browser that can't unpack the scripts could not show the feed either.
(function () {
  "use strict";
  const packed = document.getElementById("code");

  function complain(text) {
    const line = document.createElement("p");
    line.id = "unpacked";
    line.setAttribute("role", "alert");
    line.textContent = text;
    document.body.prepend(line);
  }

  if (typeof DecompressionStream !== "function") {
    complain("This browser is too old for the page: it needs Chrome 80, Firefox 113 or Safari 16.4, or a later one.");
    return;
  }

  async function unpacked() {
    const text = atob(packed.textContent.trim()), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  }

  unpacked().then(function (code) {
    const script = document.createElement("script");
    script.textContent = code;
    packed.replaceWith(script);
  }).catch(function () { complain("This page is damaged: its scripts can't be unpacked."); });
})();
