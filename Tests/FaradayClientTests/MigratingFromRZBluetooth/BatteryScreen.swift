import FaradayClient
import FaradayTesting
import Testing

import class BluetoothPort.Lock

/// The app of the page: it shows the battery of a heart rate strap.
@Suite("The app of the page for RZBluetooth's users")
struct BatteryScreen {
    /// Finds a strap, reads its battery, then keeps the connection and shows each beat until its task ends.
    static func run(_ central: Central, show: (String) -> Void) async throws {
        let strap = try await central.find(.advertising([HeartRate.service]))
        strap.maintainConnection()
        let level = try await withDeadline(.seconds(5)) { try await strap.read(Battery.level) }
        show("battery \(level) %")
        for try await beat in strap.notifications(of: HeartRate.measurement, survivesDisconnection: true) {
            show("\(beat.beatsPerMinute) bpm")
        }
    }

    @Test("The strap is found, read and followed, also after a loss", .simulated)
    func showsBeats() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(battery: 87), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let lines = Lock<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.run(central) { line in lines.withLock { $0.append(line) } } }
            try await wait { lines.withLock { $0.count } == 4 }
            strap.disconnect()
            try await wait { lines.withLock { $0.count } == 8 }
            group.cancelAll()
        }
        let shown = lines.withLock { $0 }
        #expect(shown.first == "battery 87 %" && shown.count >= 8)
        #expect(shown.dropFirst().allSatisfy { $0.hasSuffix(" bpm") })
    }

    @Test("A strap that does not answer is an error after five seconds", .simulated)
    func timesOut() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        strap.setConnectable(false)
        let central = world.addPhone().run { Central() }
        let error = await failure { try await Self.run(central) { _ in } }
        #expect(error?.reason == .deadlineExceeded)
        let text = try #require(error).description
        #expect(text.hasPrefix("could not read characteristic 2A19"), "\(text)")
    }
}
