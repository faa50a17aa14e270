// What a node, or a peer that only packets name, is called on air: two files of one device may know it by different names.
(function () {
  "use strict";

  /// The name in the feed, its addresses, and the name that these advertised.
  Faraday.airNames = function (model, key) {
    const talk = Faraday.conversation(model), own = Faraday.nodeName(model, key), found = new Set([own]);
    for (const [address, node] of talk.nodes) if (node === key) found.add(address);
    for (const [address, name] of talk.names) {
      if (found.has(address)) found.add(name);
      if (name === own) found.add(address);
    }
    return [...found];
  };
})();
