import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// Faults of the exchange of the MTU, which the system on a phone does once on each link.
@Suite struct ExchangeFaultScenarios {
    /// The longest value that the app can write without response: the MTU without the 3 bytes before the value.
    private static func length(_ app: FaultApp) -> Int? {
        app.peripheral?.maximumWriteValueLength(for: .withoutResponse)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let fault: Fault
        let length: Int?

        var testDescription: String { fault.description }
    }

    @Test(
        "A device answers the exchange of the MTU with another number, or with an error",
        arguments: [
            // The device of these tests has 100.
            Row(fault: .exchangeMTU(with: "Lab").hasMTU(23), length: 20),
            Row(fault: .exchangeMTU().hasMTU(60), length: 57),
            // More than the phone has asked for changes nothing.
            Row(fault: .exchangeMTU().hasMTU(300), length: 182),
            Row(fault: .exchangeMTU().fails(.requestNotSupported), length: 20),
            Row(fault: .exchangeMTU(with: "Lab").nth(2).hasMTU(23), length: 97),
            Row(fault: .exchangeMTU(with: "Lab").nth(1).isNeverAnswered(), length: nil),
        ])
    func answers(_ row: Row) throws {
        try withWorld(seed: 31) { world in
            let lab = FaultLab()
            world.add(lab.definition, at: .meters(2))
            world.inject(row.fault)
            let app = world.addPhone().run { FaultApp(world) }
            guard let length = row.length else {
                // No other request can be sent before the exchange is over (Core 6.0, Vol 3, Part F, 3.3.2).
                try world.run(until: { app.lines.contains { $0.hasPrefix("lost") } }, timeout: .minutes(1))
                #expect(!app.isReady)
                return
            }
            try world.run(until: { app.isReady })
            try world.run(for: .seconds(2))
            #expect(Self.length(app) == length)
            #expect(world.unfiredFaults.isEmpty == (row.fault.point.occurrence == .each))
            app.clear()
            app.write([UInt8](repeating: 7, count: 20))
            app.read()
            try world.run(until: { app.lines == ["written", "value [1, 2, 3]"] })
            #expect(lab.written.withLock { $0 } == [[UInt8](repeating: 7, count: 20)])
        }
    }

    @Test("On the second link values are shorter than on the first: both ends use the smaller MTU")
    func reconnects() throws {
        try withWorld(seed: 32) { world in
            let lab = FaultLab()
            let device = world.add(lab.definition, at: .meters(2))
            world.inject(.exchangeMTU(with: device).nth(2).hasMTU(23))
            world.requireAllFaults()
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            try world.run(for: .seconds(2))
            #expect(Self.length(app) == 97)
            let value = [UInt8](repeating: 9, count: 50)
            app.command(value)
            try world.run(until: { lab.written.withLock { $0.count } == 1 })

            device.disconnect()
            try world.run(until: { app.lines.last?.hasPrefix("lost") == true })
            app.connect()
            try world.run(until: { app.isReady && app.peripheral?.state == .connected })
            try world.run(for: .seconds(2))
            #expect(Self.length(app) == 20)
            app.clear()
            app.subscribe()
            try world.run(until: { app.lines == ["notifies true"] })
            device.update("FFE3", value)
            try world.run(until: { app.lines.count == 2 })
            #expect(app.lines.last == "value 20 bytes")
        }
    }

    @Test("A value that is longer than the MTU arrives, and the link stays")
    func tooLong() throws {
        try withWorld(seed: 33) { world in
            let device = world.add(FaultLab().definition, at: .meters(2))
            world.inject(.exchangeMTU().hasMTU(23), .notification("FFE3").nth(1).breaks(.tooLong))
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.subscribe()
            try world.run(until: { app.lines.last == "notifies true" })
            app.clear()
            device.update("FFE3", [1])
            try world.run(until: { app.lines.count == 1 })
            #expect(app.lines == ["value 21 bytes"])
            app.read()
            try world.run(until: { app.lines.last == "value [1, 2, 3]" })
        }
    }
}
