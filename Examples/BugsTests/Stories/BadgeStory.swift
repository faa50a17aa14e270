import Bugs
import FaradayTesting
import Foundation

extension Bug {
    /// The number of the next row is kept from the last link, while the badge begins again.
    static let badge = Bug(folder: "Badge", plan: [.write("FF21").nth(4).dropsLink(.timeout, .before)]) {
        world, version in
        let picture: [[UInt8]] = (0..<8).map { row in (0..<8).map { UInt8(row * 16 + $0) } }
        let shown = World.Lock<[[UInt8]]>([])
        world.add(badgeDevice { rows in shown.withLock { $0 = rows } })
        let phone = world.addPhone()
        let app: any BadgeApp = phone.run {
            switch version {
            case .buggy: BuggyBadge(later: phone.later)
            case .mended: MendedBadge(later: phone.later)
            }
        }
        try await world.run(for: .seconds(2))

        world.note("the user sends a picture")
        app.show(picture.map { Data($0) })
        try await phone.waitForEnd(of: "sending") { app.status != .sending }
        if app.status == .shown {
            try expect(shown.withLock { $0 == picture }, or: .untrue("the picture is said to be shown"))
        }
    }

    /// A badge that forgets what it has of a picture when a link begins.
    private static func badgeDevice(
        _ show: @escaping @Sendable ([[UInt8]]) -> Void
    ) -> DeviceDefinition {
        let rows = World.Lock<[UInt8: [UInt8]]>([:])
        return DeviceDefinition(name: "Badge") {
            DeviceAdvertising(services: ["FF20"])
            DeviceService("FF20") {
                DeviceCharacteristic("FF21", .write).onWrite { write in
                    guard BadgePacket.isWhole(write.value) else { throw ATT.ErrorCode(rawValue: 0x80) }
                    let number = write.value[0]
                    let row = Array(write.value.dropFirst().dropLast(2))
                    rows.withLock { rows in
                        if number != BadgePacket.show { rows[number] = row }
                    }
                    let received = rows.withLock { $0 }
                    if number == BadgePacket.show {
                        write.device.world.note(
                            "the badge shows rows "
                                + received.keys.sorted().map { "\($0)" }.joined(separator: ", "))
                        show(received.keys.sorted().compactMap { received[$0] })
                    }
                }
            }
            DeviceBehaviour.onEvent { _, event in
                if case .connected = event { rows.withLock { $0 = [:] } }
            }
        }
    }
}
