"use strict";
globalThis.Faraday = globalThis.Faraday || {};
Faraday.names = {uuids: {}, att: {}, hci: {}};
