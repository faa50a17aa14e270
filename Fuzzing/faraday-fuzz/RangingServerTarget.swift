import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// The Ranging Service between clients that write and subscribe at any time, and procedures.
extension FuzzTarget {
    static let rangingServer = FuzzTarget(
        name: "ranging-server", summary: "the Ranging Service, against clients gone wild", weight: 3,
        samples: [
            // On demand: subscribed, measured, asked for, sent, acknowledged. In real time. Stopped, and sent again.
            subscribed + [2, 21, 1, 3, 0, 1, 0] + sent + sent + [1, 3, 1, 1, 0],
            [0, 0x51, 2, 21, 2, 22] + sent + [2, 23] + sent + [0, 0x50, 3, 0],
            subscribed + [2, 21, 1, 3, 0, 1, 0, 3, 0, 1, 1, 3, 1, 5, 2, 1, 0, 1, 0xFF] + sent + [4, 0],
        ],
        run: { bytes in
            var script = RangingServerScript()
            script.play(bytes)
        })

    private static let subscribed: [UInt8] = [0, 0x01, 0, 0x12, 0, 0x21, 0, 0x31]
    private static let sent: [UInt8] = [3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0]
}

/// Plays bytes as what two clients do, and what their links measure.
private struct RangingServerScript {
    private var server = RangingServer()
    /// Tokens of segments that are on their way.
    private var tokens: [(Host.LinkID, Host.Token)] = []
    private var counter: UInt16 = 0

    private static let characteristics = [
        Ranging.Characteristic.features, Ranging.Characteristic.realTimeData,
        Ranging.Characteristic.onDemandData,
        Ranging.Characteristic.controlPoint, Ranging.Characteristic.dataReady,
        Ranging.Characteristic.dataOverwritten,
    ]

    mutating func play(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.count >= 2 {
            let (kind, argument) = (rest.removeFirst(), rest.removeFirst())
            let link = Host.LinkID(UInt32(kind >> 7))
            switch kind & 0x7F {
            case 0:
                // The characteristic in the upper half, from on-demand data on; the subscription in the lower one.
                let uuid = Self.characteristics[(Int(argument >> 4) + 2) % 6]
                server.subscribed(link, to: uuid, .init(rawValue: UInt16(argument & 3)))
            case 1:
                let value = Array(rest.prefix(Int(argument) % 8))
                rest = rest.dropFirst(value.count)
                note(server.written(value, on: link, limit: 20))
            case 2: note(server.reflected(reflection(argument), on: link, limit: Int(argument)))
            case 3:
                guard let (link, token) = tokens.isEmpty ? nil : tokens.removeFirst() else { continue }
                note(server.sent(token, on: link, limit: 20))
            case 4: server.linkLost(link)
            default: note(server.sent(Host.Token(UInt64(argument)), on: link, limit: 20))
            }
        }
    }

    private mutating func note(_ outputs: [RangingServer.Output]) {
        precondition(outputs.count < 10, "the service answers without end")
        for case .update(let link, _, _, _, let token?) in outputs { tokens.append((link, token)) }
    }

    private mutating func reflection(_ number: UInt8) -> Host.RangingReflection {
        counter &+= 1
        let tone = ChannelSounding.Tone(.init(i: 5, q: -5), .init(.high))
        let steps = (0..<number).map {
            ChannelSounding.Step(channel: $0 % 79, .mode2(.init(paths: [tone], extensionSlot: tone)))
        }
        let subevent = HCI.LECSSubeventResult(
            connectionHandle: 0, configID: 0, startACLConnectionEvent: 0, procedureCounter: counter,
            progress: .init(procedure: .complete, subevent: .complete), numAntennaPaths: 1, steps: steps)
        return Host.RangingReflection(
            procedureCounter: counter, configID: 0, txPower: nil,
            subevents: [HCI.LECSSubeventResult](repeating: subevent, count: Int(number & 3)))
    }
}
