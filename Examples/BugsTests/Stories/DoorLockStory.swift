import Bugs
import FaradayTesting

extension Bug {
    /// A write that a disconnect overtakes has no callback.
    static let doorLock = Bug(folder: "DoorLock", plan: [.write("FF11").dropsLink(.timeout, .before)]) {
        world, version in
        let isLocked = World.Lock(false)
        world.add(
            DeviceDefinition(name: "Door") {
                DeviceAdvertising(services: ["FF10"])
                DeviceService("FF10") {
                    DeviceCharacteristic("FF11", .write).onWrite { write in
                        guard write.value == Array("LOCK".utf8) else { throw ATT.ErrorCode(rawValue: 0x80) }
                        isLocked.withLock { $0 = true }
                    }
                }
            })
        let phone = world.addPhone()
        let app: any DoorLockApp = phone.run {
            switch version {
            case .buggy: BuggyDoorLock(later: phone.later)
            case .mended: MendedDoorLock(later: phone.later)
            }
        }
        try await world.run(for: .seconds(2))

        world.note("the user locks the door")
        app.lock()
        try await phone.waitForEnd(of: "locking") { app.status != .working }
        if app.status == .locked {
            try expect(isLocked.withLock { $0 }, or: .untrue("the door is said to be locked"))
        }
    }
}
