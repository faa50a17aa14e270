import BluetoothTypes
import BluetoothWire
import FaradayProtocol
import FaradaySimulation

/// A host that sends any HCI packet to a simulated controller, with a device on the air beside it.
extension FuzzTarget {
    static let controller = FuzzTarget(
        name: "controller", summary: "a simulated controller against a host gone wild", weight: 10,
        samples: commandSamples,
        run: { bytes in
            let world = World(seed: 1)
            world.add(.battery(), at: .meters(1))
            let controller = world.addController(name: "fuzz", at: .meters(2))
            for part in [bytes[...]] + split(bytes) {
                if let packet = try? HCI.Packet(h4: Array(part)) { controller.send(packet) }
                _ = try? world.run(for: .milliseconds(150))
            }
            controller.send(.command(.reset))
            precondition(!controller.takePackets().isEmpty, "the controller has fallen silent")
        })

    /// Samples are joined by mutation; cut them apart at what looks like an H4 indicator.
    private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while rest.count >= 4, parts.count < 8 {
            let length =
                rest.first == 0x02 && rest.count >= 5
                ? 5 + Int(rest[rest.startIndex + 3]) : 4 + Int(rest[rest.startIndex + 3])
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts
    }

    private static let commandSamples: [[UInt8]] = [
        [0x01, 0x03, 0x0C, 0x00], [0x01, 0x05, 0x20, 0x06, 1, 2, 3, 4, 5, 0xC6],
        [0x01, 0x06, 0x20, 0x0F, 0x20, 0, 0x20, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0],
        [0x01, 0x08, 0x20, 0x20, 3, 2, 1, 6] + [UInt8](repeating: 0, count: 28),
        [0x01, 0x0A, 0x20, 0x01, 0x01],
        [0x01, 0x0B, 0x20, 0x07, 1, 0x10, 0, 0x10, 0, 1, 0], [0x01, 0x0C, 0x20, 0x02, 1, 0],
        [
            0x01, 0x0D, 0x20, 0x19, 0x60, 0, 0x60, 0, 0, 1, 1, 2, 3, 4, 5, 0xC6, 1, 0x18, 0, 0x18, 0, 0, 0,
            0x48, 0, 0, 0, 0, 0,
        ],
        [0x01, 0x0E, 0x20, 0x00], [0x01, 0x06, 0x04, 0x03, 0x00, 0x00, 0x13],
        [0x01, 0x13, 0x20, 0x0E, 0, 0, 0x18, 0, 0x28, 0, 0, 0, 0x48, 0, 0, 0, 0, 0],
        [
            0x01, 0x36, 0x20, 0x19, 0, 0x13, 0, 0x20, 0, 0, 0x20, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
            1, 0, 0,
        ],
        [0x01, 0x37, 0x20, 0x07, 0, 3, 1, 3, 2, 1, 6], [0x01, 0x39, 0x20, 0x06, 1, 1, 0, 0, 0, 0],
        [0x01, 0x41, 0x20, 0x08, 1, 0, 1, 1, 0x10, 0, 0x10, 0], [0x01, 0x42, 0x20, 0x06, 1, 0, 0, 0, 0, 0],
        [0x02, 0x00, 0x00, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00],
        // Encryption, keys and privacy.
        [0x01, 0x17, 0x20, 0x20] + [UInt8](0..<32), [0x01, 0x18, 0x20, 0x00],
        [0x01, 0x19, 0x20, 0x1C, 0, 0] + [UInt8](repeating: 0, count: 26),
        [0x01, 0x1A, 0x20, 0x12, 0, 0] + [UInt8](0..<16), [0x01, 0x1B, 0x20, 0x02, 0, 0],
        [0x01, 0x25, 0x20, 0x00], [0x01, 0x26, 0x20, 0x40] + [UInt8](0..<64),
        [0x01, 0x27, 0x20, 0x27, 1, 1, 2, 3, 4, 5, 0xC6] + [UInt8](0..<32),
        [0x01, 0x28, 0x20, 0x07, 1, 1, 2, 3, 4, 5, 0xC6], [0x01, 0x29, 0x20, 0x00],
        [0x01, 0x2D, 0x20, 0x01, 1], [0x01, 0x2E, 0x20, 0x02, 0x0A, 0],
        [0x01, 0x4E, 0x20, 0x08, 1, 1, 2, 3, 4, 5, 0xC6, 1],
        [0x02, 0x00, 0x00, 0x0B, 0x00, 0x07, 0x00, 0x06, 0x00, 1, 3, 0, 1, 16, 3, 3],
    ]
}
