import CoreBluetoothModel

/// Apps that send any command, a user who does anything, peers and a controller gone wild.
extension FuzzTarget {
    static let phone = FuzzTarget(
        name: "phone", summary: "a phone between apps, a user, peers and a controller gone wild", weight: 10,
        samples: phoneSamples,
        run: { bytes in
            var script = PhoneScript(profile: profiles[Int(bytes.first ?? 0) % profiles.count])
            script.play(bytes.dropFirst())
        })

    private static let profiles: [OSProfile] = [
        .iOS(18), .iOS(8), .iOS(10), .iOS(11), .iOS(13), .iOS(16), .iOS(26), .macOS(15), .iOS(27),
    ]

    /// Records of (kind, length, payload), as `PhoneScript` reads them, after the profile's number.
    private static let phoneSamples: [[UInt8]] = [
        // From a scan to a discovered, read, written and subscribed peer, and power off.
        [0] + connected + discovered + central(9, 0, 5) + central(10, 0, 5, 0, 1, 2) + central(11, 0, 5, 1)
            + [7, 1, 0, 5, 3, 9, 9, 9] + person(0, 1) + [6, 1] + person(0, 0),
        // As a server: published, advertised, connected, asked, answered, updated.
        [0] + peripheral(0, 3, 2) + peripheral(3, 1) + [6, 1] + [3, 1, 1] + att([0x0A, 10, 0])
            + peripheral(4, 0, 0) + att([0x12, 12, 0, 1, 0]) + peripheral(5, 1, 1) + peripheral(1, 0),
        // Channels of both roles.
        [0] + connected + central(14, 0, 0x80) + [7, 2, 2, 0] + central(15, 0, 0, 9) + central(15, 0, 2)
            + peripheral(7, 0) + [3, 1, 1] + [7, 2, 2, 0] + peripheral(8, 0),
        // Apps that end and come back, with restoration.
        [0] + connected + discovered + person(5, 0) + person(6, 0) + [6, 3] + person(7, 0) + central(17, 1)
            + person(4, 1) + person(8, 0),
        [4] + person(3, 0) + central(17, 0) + person(1, 0) + connected + person(9, 1) + person(10, 0),
    ]

    private static let connected: [UInt8] =
        [6, 1] + central(0, 0) + [2, 2, 0, 0] + central(2, 0, 0) + [3, 1, 0]
    private static let discovered: [UInt8] =
        central(5, 0) + [5, 2, 1, 2] + central(7, 0, 0) + [5, 2, 3, 2] + central(8, 0, 1) + [5, 2, 4, 1]

    private static func record(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [kind, UInt8(payload.count)] + payload
    }
    private static func central(_ bytes: UInt8...) -> [UInt8] { record(0, [0] + bytes) }
    private static func peripheral(_ bytes: UInt8...) -> [UInt8] { record(1, [0] + bytes) }
    private static func person(_ bytes: UInt8...) -> [UInt8] { record(4, bytes) }
    private static func att(_ pdu: [UInt8]) -> [UInt8] { record(8, pdu) }
}
