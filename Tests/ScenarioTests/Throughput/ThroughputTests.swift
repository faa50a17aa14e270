import BluetoothPort
import BluetoothTypes
import FaradayTesting
import Foundation
import Testing

/// The throughput of a link, compared with measurements on phones, and written to `Documentation/Throughput.md`.
///
/// `FARADAY_WRITE_DOCS=1 swift test --filter Throughput` writes the page.
@Suite struct ThroughputTests {
    @Test(
        "Behaviour 9.9, 9.10: each row of Apple's table within ten percent, and measurements of newer phones",
        .simulated(seed: 604))
    func table() async throws {
        var rates: [Double] = []
        for row in ThroughputRow.all {
            let rate = try await row.measure()
            rates.append(rate)
            guard let measured = row.measured else { continue }
            let allowed = measured.lowerBound * 0.9...measured.upperBound * 1.1
            #expect(
                allowed.contains(rate), "\(row.system.name), \(row.what): \(rate) kbit/s, not \(measured)")
        }
        let page = ThroughputPage(rows: ThroughputRow.all, rates: rates)
        let isUpToDate = try page.isWritten()
        #expect(
            isUpToDate, "\(ThroughputPage.path) is old: FARADAY_WRITE_DOCS=1 swift test --filter Throughput")
    }
}

/// One way of sending bytes over one link.
struct ThroughputRow {
    var system: OSProfile
    var what: String
    var way: ThroughputApp.Way
    var mtu: UInt16
    /// The device requests 15 ms.
    var interval: Nanoseconds = .milliseconds(30)
    /// In kbit/s, if there is a measurement.
    var measured: ClosedRange<Double>?
    var source = ""

    /// What the app or the device sends at once: the bytes of one value.
    var value: String {
        switch way {
        case .answered(let count): "\(count)"
        case .onePerEvent: "20"
        case .packed, .notified: "\(mtu - 3)"
        case .channel: "-"
        }
    }

    var phy: String { system.prefers2M ? "2M" : "1M" }

    static let all: [Self] = apple + field + others

    /// WWDC 2017, session 712; probably an iPhone 7. "+ MTU" and "+ DLE" add to the row before.
    private static let apple: [Self] = {
        let source = "WWDC 2017"
        var short = OSProfile.iOS(10)
        short.dataLength = 27
        func row(
            _ what: String, _ way: ThroughputApp.Way, _ kbits: Double, mtu: UInt16, _ system: OSProfile,
            _ interval: Nanoseconds = .milliseconds(30)
        ) -> Self {
            Self(
                system: system, what: what, way: way, mtu: mtu, interval: interval,
                measured: kbits...kbits, source: source)
        }
        return [
            row("writes with response", .answered(20), 2.5, mtu: 23, short),
            row("one write without response in each event", .onePerEvent, 5, mtu: 23, short),
            row("writes without response, packed", .packed, 37, mtu: 23, short),
            row("... + MTU", .packed, 48, mtu: 185, short),
            row("... + DLE", .packed, 135, mtu: 185, .iOS(10)),
            row("L2CAP channel + DLE", .channel, 197, mtu: 185, .iOS(10)),
            row("... at 15 ms", .channel, 394, mtu: 185, .iOS(10), .milliseconds(15)),
        ]
    }()

    private static let field: [Self] = [
        Self(
            system: .iOS(18, hasLongMTU: true), what: "notifications", way: .notified, mtu: 247,
            interval: .milliseconds(15), measured: 300...400,
            source: "Apple forums 770717, iPhone 16 Pro Max")
    ]

    /// Values without measurements, for orientation.
    private static let others: [Self] = [
        Self(system: .iOS(9), what: "writes without response, packed", way: .packed, mtu: 158),
        Self(system: .iOS(18), what: "writes with response", way: .answered(20), mtu: 185),
        Self(system: .iOS(18), what: "writes with response", way: .answered(182), mtu: 185),
        Self(system: .iOS(18), what: "writes without response, packed", way: .packed, mtu: 185),
        Self(
            system: .iOS(18), what: "... at 15 ms", way: .packed, mtu: 185, interval: .milliseconds(15)),
        Self(system: .iOS(18), what: "notifications", way: .notified, mtu: 185),
        Self(system: .iOS(18), what: "L2CAP channel", way: .channel, mtu: 185),
        Self(
            system: .iOS(18), what: "... at 15 ms", way: .channel, mtu: 185, interval: .milliseconds(15)),
    ]

    /// Kilobits of payload per second, over two seconds.
    func measure() async throws -> Double {
        let world = World(seed: 604)
        let received = Lock(0)
        let device = world.add(definition(received), at: .meters(2))
        let app = world.addPhone(system.hearingOfRoom).run { ThroughputApp(way) }
        try await world.run(until: { app.isReady })
        if interval != .milliseconds(30) {
            device.requestParameters(interval: interval...interval, supervisionTimeout: .seconds(6))
        }
        try await world.run(for: .seconds(2))
        app.begin()
        try await run(world, app, .milliseconds(600))
        func count() -> Int { way == .notified ? app.receivedCount : received.withLock { $0 } }
        let before = count()
        try await run(world, app, .seconds(3))
        return Double(count() - before) * 8 / 3000
    }

    private func run(_ world: World, _ app: ThroughputApp, _ time: Nanoseconds) async throws {
        guard way == .onePerEvent else { return try await world.run(for: time) }
        let end = world.now + time
        while world.now < end {
            app.begin()
            try await world.run(for: interval)
        }
    }

    private func definition(_ received: Lock<Int>) -> DeviceDefinition {
        let value = [UInt8](repeating: 1, count: Int(mtu) - 3)
        return DeviceDefinition(name: "Sink", preferredMTU: mtu) {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", [.write, .writeWithoutResponse])
                    .onWrite { write in received.withLock { $0 += write.value.count } }
                DeviceCharacteristic("FF02", .notify)
            }
            DeviceBehaviour.notifying("FF02", every: .milliseconds(2)) { _ in value }
            DeviceChannel(psm: ThroughputApp.psm)
                .onReceive { _, bytes in received.withLock { $0 += bytes.count } }
        }
    }
}
