import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The link layer repeats what gets lost, and keeps the order: a packet that is lost for good is the last one.
@Suite struct LinkOrderScenarios {
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: Fault
        /// What the device got.
        let written: [[UInt8]]
        /// The lines of the app.
        var lines: [String] = ["lost CB 6"]

        var testDescription: String { fault.description }
    }

    private static func command(_ number: Int) -> FaultPoint {
        Fault.writeWithoutResponse("FFE4").nth(number)
    }

    @Test(
        "Of three writes in one connection event those behind a lost one do not arrive",
        arguments: [
            Row(fault: command(1).dropsLink(.timeout), written: []),
            Row(fault: command(2).dropsLink(.timeout), written: [[1]]),
            Row(fault: command(1).dropsLink(.peer), written: [], lines: ["lost CB 7"]),
            Row(fault: command(2).dropsLink(.controller), written: [[1]], lines: ["lost CB 0"]),
            Row(fault: command(1).dropsLink(.timeout, .after), written: [[1]]),
            Row(fault: command(2).dropsLink(.controller, .after), written: [[1], [2]], lines: ["lost CB 0"]),
            Row(fault: command(1).resetsDevice(), written: []),
            Row(fault: command(2).turnsDeviceOff(), written: [[1]]),
            Row(fault: command(2).isDelayed(by: .seconds(1)), written: [[1], [2], [3]], lines: []),
            // A host without a buffer discards a command, and the next one arrives.
            Row(fault: command(2).isLost(), written: [[1], [3]], lines: []),
        ])
    func commands(_ row: Row) throws {
        try withWorld(seed: 5, misuse: .record) { world in
            let lab = FaultLab()
            let app = try FaultApp.settled(world, on: lab, row.fault)
            for number: UInt8 in 1...3 { app.command([number]) }
            try world.run(for: .seconds(20))
            #expect(lab.written.withLock { $0 } == row.written)
            #expect(app.lines == row.lines)
            #expect(world.firedFaults.count == 1)
        }
    }

    @Test(
        "Behind a request that is lost nothing arrives, until the link ends after 30 seconds",
        arguments: [Fault.read("FFE1").nth(1).isLost(), .write("FFE2").nth(1).isLost()])
    func request(_ fault: Fault) throws {
        try withWorld(seed: 5) { world in
            let lab = FaultLab()
            let app = try FaultApp.settled(world, on: lab, fault)
            let begin = world.now
            if fault.point.operation == .read { app.read() } else { app.write() }
            app.command([1])
            try world.run(until: { app.lines.last == "lost CB 6" })
            #expect(lab.written.withLock { $0 } == [])
            #expect(world.now - begin > .seconds(29) && world.now - begin < .seconds(32))
        }
    }

    @Test(
        "Of three values in one connection event those behind a lost one do not arrive",
        arguments: [Fault.LinkEnd.timeout, .peer, .controller])
    func values(_ end: Fault.LinkEnd) throws {
        try withWorld(seed: 6) { world in
            let device = world.add(FaultLab().definition, at: .meters(2))
            world.inject(.notification("FFE3").nth(2).dropsLink(end))
            let app = try subscribed("FFE3", in: world)
            for number: UInt8 in 1...3 { device.update("FFE3", [number]) }
            try world.run(until: { app.lines.last?.hasPrefix("lost") == true })
            let values = app.lines.dropLast()
            #expect(values.isEmpty || values == ["value [1]"])
        }
    }

    @Test("Behind an indication that is lost nothing arrives, until the device ends the link")
    func indication() throws {
        try withWorld(seed: 6) { world in
            let device = world.add(FaultLab().definition, at: .meters(2))
            world.inject(.notification("FFE5").nth(1).isLost())
            let app = try subscribed("FFE5", in: world)
            app.subscribe("FFE3")
            try world.run(for: .seconds(3))
            app.clear()
            device.update("FFE5", [1])
            device.update("FFE3", [2])
            try world.run(until: { app.lines.last?.hasPrefix("lost") == true })
            #expect(app.lines == ["lost CB 7"])
        }
    }

    private func subscribed(_ uuid: String, in world: World) throws -> FaultApp {
        let app = world.addPhone().run { FaultApp(world) }
        try world.run(until: { app.isReady })
        app.subscribe(uuid)
        // The phone's own requests have ended, too.
        try world.run(for: .seconds(3))
        app.clear()
        return app
    }
}
