/// A file with each thing that a file can say, as the writer writes it.
enum EverythingFile {
    static let text = #"""
        {
          "faraday": 1,
          "name": "Everything \"and\" more",
          "appearance": 1,
          "address": { "public": "00:11:22:33:44:55" },
          "txPower": -4,
          "mtu": 185,
          "serviceChanged": false,
          "preparedWrites": false,
          "updateQueue": 8,
          "advertising": [
            { "services": ["180D"], "continuesWhileConnected": true },
            {
              "kind": "scannable",
              "interval": "152.5 ms",
              "data": [
                { "flags": 4 },
                { "incompleteServices": ["180F"] },
                { "solicits": ["FF00"] },
                { "serviceData": "FEAA", "value": "10 00" },
                { "txPower": -8 },
                { "appearance": 833 },
                { "type": 255, "value": "01" },
                { "type": 26, "value": "20 00" }
              ],
              "scanResponse": [{ "shortName": "Ev" }, { "manufacturerData": "4C 00 02" }],
              "delay": "2 s"
            },
            {
              "kind": "nonConnectable",
              "name": "",
              "manufacturerData": "FF FF 01",
              "extended": true,
              "phy": "1M",
              "oneShot": true
            },
            { "kind": { "directedTo": "C0:11:22:33:44:55" }, "data": [] }
          ],
          "security": {
            "io": "displayOnly",
            "bondable": false,
            "refusesPairing": true,
            "secureConnections": "required",
            "keySizes": [8, 12],
            "passkey": 123456,
            "requires": "encrypted",
            "privateAddressesFor": "15 min"
          },
          "services": [
            {
              "uuid": "FF00",
              "includes": ["FF10"],
              "characteristics": [
                {
                  "uuid": "FF01",
                  "properties": ["read", "write"],
                  "value": "01 02",
                  "requires": "authenticated",
                  "descriptors": [
                    { "uuid": "2901", "value": "41 42 43" },
                    { "uuid": "2902", "permissions": ["readable", "writable"] },
                    { "uuid": "FF0D", "permissions": ["writable"] }
                  ]
                },
                {
                  "uuid": "FF02",
                  "properties": ["read", "notify", "indicate"],
                  "permissions": ["readable", "readAuthorized"],
                  "configuration": false
                },
                { "uuid": "6E400003-B5A3-F393-E0A9-E50E24DCCA9E", "properties": ["notify"] }
              ]
            },
            { "uuid": "FF10", "primary": false },
            {
              "uuid": "185B",
              "characteristics": [
                { "uuid": "2C14", "properties": ["read"], "value": "07 00 00 00", "requires": "encrypted" },
                { "uuid": "2C15", "properties": ["notify", "indicate"], "requires": "encrypted" }
              ]
            }
          ],
          "channels": [{ "psm": 128, "mtu": 512, "requires": "encrypted" }],
          "channelSounding": { "correction": "both", "antennaDelay": 1.5, "clockOffset": -2 },
          "variables": { "count": 0, "image": "0A", "boots": { "start": 1, "kept": true } },
          "states": ["idle", "armed"],
          "series": [
            { "characteristic": "FF02", "every": "20 ms", "values": ["01", "02"], "repeats": true },
            {
              "characteristic": "FF02",
              "steps": [{ "after": "5 us", "value": "" }, { "after": "1.25 ms", "value": "03" }]
            }
          ],
          "reads": [{ "characteristic": "FF00/FF01", "values": ["01", "02"], "repeats": true }],
          "rules": [
            { "when": "started", "then": "stopAdvertising" },
            { "when": "connected", "in": ["idle", "armed"], "if": "count == 0", "then": "startAdvertising" },
            { "when": "disconnected", "then": "reset", "note": "it \"crashes\"" },
            { "when": "linkLost", "then": { "reset": "2 s" } },
            { "when": "paired", "then": { "requestSecurity": "authenticated" } },
            { "when": "secured", "in": "armed", "then": { "enter": "idle" } },
            { "when": { "subscribed": "FF02" }, "then": { "notify": "FF02", "value": "01" } },
            { "when": { "unsubscribed": "FF02" }, "then": { "disconnect": "lowResources" } },
            {
              "when": { "every": "1.5 s", "whileSubscribed": "FF02" },
              "then": { "send": "FF02", "value": { "data": "image" }, "size": 20 }
            },
            { "when": { "every": "1 h" }, "then": { "advertise": [{ "services": ["180F"] }] } },
            { "when": { "after": "0 s" }, "then": "disconnect" },
            { "when": { "entered": "armed" }, "then": [] },
            {
              "when": {
                "written": "FF00/FF01",
                "pattern": [
                  "A5 ?? 0?",
                  { "bits": "50", "mask": "70" },
                  { "number": "low", "as": "u16" },
                  { "number": "high", "as": "i40be" },
                  { "data": "id", "length": 3 },
                  { "rest": "rest" },
                  { "checksum": "crc16Modbus", "from": 1, "order": "big" }
                ]
              },
              "then": [
                { "wait": "20 ms" },
                { "proceedIf": "low > 2 && !count" },
                { "assign": "count", "to": "(count + 1) % 256" },
                { "assign": "boots", "to": 7 },
                { "fill": "image", "with": ["01", { "data": "slice(rest, 1, 2)" }] },
                { "append": "image", "with": { "checksum": "crc8" } },
                {
                  "set": "FF01",
                  "value": [{ "number": "low + high", "as": "u8" }, { "checksum": "sum8", "from": 1 }]
                },
                "accept"
              ]
            },
            { "when": { "written": "FF01" }, "then": { "refuse": "valueNotAllowed" } },
            { "when": { "read": "FF01" }, "in": "armed", "then": { "answer": "" } },
            { "when": { "read": "FF01" }, "then": { "refuse": 200 } }
          ]
        }

        """#
}
