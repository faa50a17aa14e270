// Generated from Inspector/Page/names.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let namesJS = #"""
"use strict";
globalThis.Faraday = globalThis.Faraday || {};
Faraday.names = {uuids: {}, att: {}, hci: {}};

"""#
}
