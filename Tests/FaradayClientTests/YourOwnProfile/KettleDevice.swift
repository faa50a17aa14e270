import BluetoothTypes
import FaradaySimulation
import FaradayTesting

extension DeviceDefinition {
    /// A kettle that heats by one degree per second, and stops at its target.
    static func kettle(name: String = "Kettle", hasWater: Bool = true) -> DeviceDefinition {
        let kettle = World.Lock(HeatingElement(hasWater: hasWater))
        return DeviceDefinition(name: name) {
            DeviceAdvertising(services: [Kettle.service])
            DeviceService(Kettle.service) {
                DeviceCharacteristic(Kettle.status, [.read, .notify])
                    .onRead(Kettle.status) { read in kettle.withLock { $0.status(at: read.device.world.now) }
                    }
                DeviceCharacteristic(Kettle.target, [.read, .write])
                    .onRead(Kettle.target) { _ in kettle.withLock { $0.target } }
                    .onWrite(Kettle.target) { target, _ in kettle.withLock { $0.target = target } }
                DeviceCharacteristic(Kettle.control, .write)
                    .onWrite(Kettle.control) { command, write in
                        try kettle.withLock { try $0.obey(command, at: write.device.world.now) }
                    }
            }
            DeviceBehaviour.notifying(Kettle.status, every: .seconds(1)) { device in
                kettle.withLock { $0.status(at: device.world.now) }
            }
        }
    }
}

private struct HeatingElement {
    let hasWater: Bool
    var target = Kettle.Target(celsius: 100)!
    private var tenths: Int16 = 200
    private var start: World.Instant?

    init(hasWater: Bool) { self.hasWater = hasWater }

    mutating func obey(_ command: Kettle.Command, at now: World.Instant) throws {
        guard hasWater else { throw ATT.ErrorCode(rawValue: Kettle.isEmpty) }
        tenths = status(at: now).tenths
        start = command == .heat ? now : nil
    }

    func status(at now: World.Instant) -> Kettle.Status {
        guard let start else { return Kettle.Status(tenths: tenths, isHeating: false) }
        let goal = Int(target.celsius) * 10
        let reached = Int(tenths) + Int((now - start).count / 100_000_000)
        guard reached < goal else { return Kettle.Status(tenths: Int16(goal), isHeating: false) }
        return Kettle.Status(
            tenths: Int16(reached), isHeating: true, secondsLeft: UInt16((goal - reached + 9) / 10))
    }
}
