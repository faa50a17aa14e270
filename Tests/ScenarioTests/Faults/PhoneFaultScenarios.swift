import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// What faults of scans, connects, times and of the peripheral role do to an app.
@Suite struct PhoneFaultScenarios {
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: Fault
        let lines: [String]
        var seconds: ClosedRange<Double> = 0...2

        var testDescription: String { fault.description }
    }

    @Test(
        "A fault of a connect does what it says",
        arguments: [
            Row(fault: .connect().fails(.connectionFailed), lines: ["failed CB 10"]),
            Row(fault: .connect(to: "Lab").fails(.connectionLimitReached), lines: ["failed CB 11"]),
            Row(fault: .connect().isDelayed(by: .seconds(12)), lines: ["connected"], seconds: 12...13.5),
            Row(fault: .connect().isNeverAnswered(), lines: []),
            Row(fault: .connect().nth(1).isLost(), lines: ["connected", "lost CB 10"]),
            Row(fault: .connect().dropsLink(.peer, .after), lines: ["connected", "lost CB 7"]),
            Row(fault: .connect().dropsLink(.timeout, .after), lines: ["connected", "lost CB 6"]),
            Row(fault: .connect().turnsRadioOff(), lines: ["state 4", "state 5"]),
        ])
    func connects(_ row: Row) throws {
        try withWorld(seed: 5, misuse: .record) { world in
            world.add(FaultLab().definition, at: .meters(2))
            world.inject(row.fault)
            let app = world.addPhone().run { FaultApp(world) }
            app.connectsAtOnce = false
            app.discovers = false
            try world.run(until: { app.peripheral != nil })
            app.clear()
            let begin = world.now
            app.connect()
            try world.run(for: .seconds(60))
            #expect(app.lines == row.lines)
            if !row.lines.isEmpty {
                let taken = Double((app.lastTime - begin).count) / 1e9
                #expect(row.seconds.contains(taken), "it took \(taken) s")
            }
        }
    }

    @Test("A connect that is never answered ends when the app cancels it, and the next one works")
    func cancelledConnect() throws {
        try withWorld(seed: 6) { world in
            world.add(FaultLab().definition, at: .meters(2))
            world.inject(.connect().nth(1).isNeverAnswered())
            let app = world.addPhone().run { FaultApp(world) }
            app.discovers = false
            try world.run(for: .seconds(30))
            #expect(app.lines.last == "found")
            let peripheral = try #require(app.peripheral)
            app.central.cancelPeripheralConnection(peripheral)
            try world.run(for: .seconds(1))
            app.connect()
            try world.run(until: { app.lines.last == "connected" })
        }
    }

    @Test("Faults of scan reports: lost, doubled, delayed, overtaken")
    func scanReports() throws {
        func reports(_ plan: FaultPlan) throws -> (count: Int, first: Double) {
            try withWorld(seed: 7) { world in
                world.add(FaultLab().definition, at: .meters(2))
                world.inject(plan)
                let app = world.addPhone().run { FaultApp(world) }
                app.connectsAtOnce = false
                try world.run(for: .seconds(10))
                return (app.reports, Double(app.lastTime.nanoseconds) / 1e9)
            }
        }
        // Without duplicates a phone reports a device once, or again with its scan response.
        let plain = try reports([])
        let lost = try reports([.scanReport(of: "Lab").isLost()])
        let doubled = try reports([.scanReport().nth(1).isRepeated(3)])
        let delayed = try reports([.scanReport().nth(1).isDelayed(by: .seconds(3))])
        let overtaken = try reports([.scanReport().isOvertaken()])
        #expect(plain.count > 0 && plain.count < 3)
        #expect(lost.count == 0)
        #expect(doubled.count == plain.count + 2)
        #expect(delayed.count == plain.count)
        #expect(abs(delayed.first - plain.first - 3) < 0.001)
        #expect(overtaken.count == plain.count)
    }

    @Test("A time comes whatever happens, and concerns the nodes that it names")
    func times() throws {
        try withWorld(seed: 8) { world in
            world.inject(
                .at(.seconds(10), of: "Lab").dropsLink(.peer),
                .at(.seconds(20)).turnsRadioOff(for: .seconds(2)))
            world.add(FaultLab().definition, at: .meters(2))
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.clear()
            try world.run(until: { world.now.nanoseconds > 15_000_000_000 })
            #expect(app.lines == ["lost CB 7"])
            try world.run(for: .seconds(10))
            #expect(app.lines == ["lost CB 7", "state 4", "state 5"])
            #expect(world.unfiredFaults.isEmpty)
            #expect(world.firedFaults.map(\.place) == [0, 1])
        }
    }

    @Test("A fault waits for another one of its plan")
    func afterAnother() throws {
        try withWorld(seed: 9) { world in
            world.add(FaultLab().definition, at: .meters(2))
            world.inject(
                .write("FFE2").fails(.unlikelyError), .read("FFE1").afterFault(0).nth(2).fails(.unlikelyError)
            )
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.clear()
            for _ in 0..<3 { app.read() }
            app.write()
            for _ in 0..<3 { app.read() }
            try world.run(until: { app.lines.count == 7 })
            let value = "value [1, 2, 3]"
            #expect(
                app.lines == [value, value, value, "written ATT 14", value, "value ATT 14", value])
        }
    }

    @Test("Lost bonds and caches: the phone pairs and discovers again")
    func memory() throws {
        try withWorld(seed: 10) { world in
            world.add(FaultLab().definition, at: .meters(2))
            let phone = world.addPhone()
            world.inject(
                .read("FFE1").nth(1).fails(.insufficientEncryption), .write("FFE2").losesBond())
            let app = phone.run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.read()
            try world.run(until: { app.lines.last == "value [1, 2, 3]" })
            #expect(phone.bonds.count == 1)
            app.write()
            try world.run(until: { app.lines.last == "written" })
            #expect(phone.bonds.isEmpty)
        }
    }

    @Test("Faults of the peripheral role: advertising, publishing, and requests to an app")
    func peripheralRole() throws {
        try withWorld(seed: 11) { world in
            world.inject(
                .publish("FF00", of: "lock").isDelayed(by: .seconds(2)),
                .startAdvertising().isDelayed(by: .seconds(1)),
                .read("FF01", of: "lock").nth(1).fails(.unlikelyError))
            let lock = world.addPhone(name: "lock").run { FakeLock() }
            let app = world.addPhone(name: "phone").run { FaultApp(world) }
            try world.run(until: { app.isReady })
            #expect(world.now.nanoseconds > 2_000_000_000)
            app.clear()
            app.read("FF01")
            app.read("FF01")
            try world.run(until: { app.lines.count == 2 })
            #expect(app.lines == ["value ATT 14", "value [1]"])
            #expect(lock.isLocked)
        }
    }
}
