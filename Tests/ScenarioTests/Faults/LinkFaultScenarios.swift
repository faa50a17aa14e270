import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// What a fault of a request on a link does to an app.
@Suite struct LinkFaultScenarios {
    /// What the test does, which fault it injects, and the lines of the app.
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: Fault
        let act: @Sendable (FaultApp) -> Void
        let lines: [String]
        /// What the device got.
        var written: [[UInt8]] = []
        /// How long the last line takes, in seconds.
        var seconds: ClosedRange<Double> = 0...2

        var testDescription: String { fault.description }
    }

    private static let dead = ["lost CB 6"]
    private static let gone = ["lost CB 7"]
    private static let broken = ["lost CB 0"]

    private static let reads: [Row] = [
        Row(fault: .read("FFE1").fails(.unlikelyError), act: { $0.read() }, lines: ["value ATT 14"]),
        Row(fault: .read("FFE1").fails(.att(0x85)), act: { $0.read() }, lines: ["value ATT 133"]),
        Row(fault: .read("FFE1").fails(.unknown), act: { $0.read() }, lines: ["value CB 0"]),
        Row(
            fault: .read("FFE1").isDelayed(by: .seconds(5)), act: { $0.read() }, lines: ["value [1, 2, 3]"],
            seconds: 5...5.5),
        Row(
            fault: .read("FFE1").isNeverAnswered(), act: { $0.read() }, lines: ["value CB 0"] + dead,
            seconds: 29...32),
        Row(
            fault: .read("FFE1").isLost(), act: { $0.read() }, lines: ["value CB 0"] + dead, seconds: 29...32),
        Row(fault: .read("FFE1").isCut(to: 1), act: { $0.read() }, lines: ["value [1]"]),
        Row(fault: .read("FFE1").isEmpty(), act: { $0.read() }, lines: ["value []"]),
        Row(fault: .read("FFE1").hasValue([9, 9]), act: { $0.read() }, lines: ["value [9, 9]"]),
        Row(fault: .read("FFE1").isAsLongAsPossible(), act: { $0.read() }, lines: ["value 99 bytes"]),
        Row(
            fault: .read("FFE1").hasValue([UInt8](repeating: 9, count: 99)), act: { $0.read() },
            lines: ["value 99 bytes"]),
        Row(
            fault: .read("FFE1").breaks(.wrongResponse), act: { $0.read() },
            lines: ["value CB 0", "lost CB 0"]),
        Row(fault: .read("FFE1").dropsLink(.peer), act: { $0.read() }, lines: gone),
        Row(
            fault: .read("FFE1").dropsLink(.peer, .between), act: { $0.read() }, lines: gone),
        Row(
            fault: .read("FFE1").dropsLink(.peer, .after), act: { $0.read() },
            lines: ["value [1, 2, 3]"] + gone),
        Row(fault: .read("FFE1").dropsLink(.controller), act: { $0.read() }, lines: broken),
        Row(fault: .read("FFE1").dropsLink(.timeout), act: { $0.read() }, lines: dead),
        Row(fault: .read("FFE1").resetsDevice(), act: { $0.read() }, lines: dead),
        Row(
            fault: .read("FFE1").nth(2).fails(.unlikelyError),
            act: { app in for _ in 0..<3 { app.read() } },
            lines: ["value [1, 2, 3]", "value ATT 14", "value [1, 2, 3]"]),
        Row(
            fault: .read("FFE1").every(2).fails(.unlikelyError),
            act: { app in for _ in 0..<4 { app.read() } },
            lines: ["value [1, 2, 3]", "value ATT 14", "value [1, 2, 3]", "value ATT 14"]),
    ]

    private static let writes: [Row] = [
        Row(fault: .write("FFE2").fails(.writeNotPermitted), act: { $0.write() }, lines: ["written ATT 3"]),
        Row(fault: .write("FFE2").fails(.unknown), act: { $0.write() }, lines: ["written CB 0"]),
        Row(
            fault: .write("FFE2", value: [7, 8]).fails(.unlikelyError),
            act: { app in
                app.write([7, 9])
                app.write([7, 8])
            }, lines: ["written", "written ATT 14"], written: [[7, 9]]),
        Row(
            fault: .write("FFE2").isDelayed(by: .seconds(5)), act: { $0.write() }, lines: ["written"],
            written: [[7, 8]], seconds: 5...5.5),
        Row(
            fault: .write("FFE2").isNeverAnswered(), act: { $0.write() }, lines: ["written CB 0"] + dead,
            written: [[7, 8]], seconds: 29...32),
        Row(
            fault: .write("FFE2").isLost(), act: { $0.write() }, lines: ["written CB 0"] + dead,
            seconds: 29...32),
        Row(fault: .write("FFE2").isCut(to: 1), act: { $0.write() }, lines: ["written"], written: [[7]]),
        Row(fault: .write("FFE2").hasValue([5]), act: { $0.write() }, lines: ["written"], written: [[5]]),
        Row(fault: .write("FFE2").dropsLink(.peer), act: { $0.write() }, lines: gone),
        Row(
            fault: .write("FFE2").dropsLink(.peer, .between), act: { $0.write() },
            lines: gone, written: [[7, 8]]),
        Row(
            fault: .write("FFE2").dropsLink(.timeout, .between), act: { $0.write() },
            lines: dead, written: [[7, 8]]),
        Row(
            fault: .write("FFE2").dropsLink(.controller, .after), act: { $0.write() },
            lines: ["written"] + broken, written: [[7, 8]]),
        Row(
            fault: .writeWithoutResponse("FFE4").isLost(), act: { $0.command([1]) }, lines: []),
        Row(
            fault: .writeWithoutResponse("FFE4").isDoubled(), act: { $0.command([1]) }, lines: [],
            written: [[1], [1]]),
        Row(
            fault: .writeWithoutResponse("FFE4").nth(1).isOvertaken(),
            act: { app in for number: UInt8 in 1...3 { app.command([number]) } }, lines: [],
            written: [[2], [1], [3]]),
        Row(
            fault: .writeWithoutResponse("FFE4").isOvertaken(), act: { $0.command([1]) }, lines: [],
            written: [[1]]),
        Row(
            fault: .writeWithoutResponse("FFE4").dropsLink(.peer, .after), act: { $0.command([1]) },
            lines: gone, written: [[1]]),
    ]

    private static let others: [Row] = [
        Row(
            fault: .subscribe(to: "FFE3").fails(.insufficientResources), act: { $0.subscribe() },
            lines: ["notifies false ATT 17"]),
        Row(
            fault: .subscribe(to: "FFE3").fails(.unknown), act: { $0.subscribe() },
            lines: ["notifies false CB 0"]),
        Row(
            fault: .subscribe().dropsLink(.peer, .between), act: { $0.subscribe() },
            lines: gone),
        Row(
            fault: .discoverDescriptors("FFE1").fails(.unlikelyError),
            act: { $0.peripheral?.discoverDescriptors(for: $0.characteristic("FFE1")) },
            lines: ["descriptors ATT 14"]),
        Row(
            fault: .discoverIncludedServices("FFE0").fails(.unlikelyError),
            act: { $0.peripheral?.discoverIncludedServices(nil, for: $0.characteristic("FFE1").service!) },
            lines: ["included ATT 14"]),
        Row(
            fault: .rssi().fails(.unknown), act: { $0.peripheral?.readRSSI() }, lines: ["rssi CB 0"]),
        Row(
            fault: .rssi().isDelayed(by: .seconds(3)), act: { $0.peripheral?.readRSSI() }, lines: ["rssi"],
            seconds: 3...3.5),
        Row(fault: .rssi().isNeverAnswered(), act: { $0.peripheral?.readRSSI() }, lines: []),
        Row(
            fault: .rssi().dropsLink(.peer, .after), act: { $0.peripheral?.readRSSI() },
            lines: ["rssi"] + gone),
        Row(
            fault: .openChannel().fails(.channel(4)), act: { $0.peripheral?.openL2CAPChannel(0x80) },
            lines: ["channel CB 4"]),
        Row(
            fault: .openChannel().isDelayed(by: .seconds(3)),
            act: { $0.peripheral?.openL2CAPChannel(0x80) }, lines: ["channel"], seconds: 3...3.5),
        Row(
            fault: .openChannel().dropsLink(.peer, .after),
            act: { $0.peripheral?.openL2CAPChannel(0x80) }, lines: ["channel"] + gone),
        Row(
            fault: .read("FFE1").turnsRadioOff(for: .seconds(1)), act: { $0.read() },
            lines: ["state 4", "state 5"], seconds: 0.9...2),
        Row(
            fault: .read("FFE1").restartsBluetooth(), act: { $0.read() }, lines: ["state 1", "state 5"]),
        Row(
            fault: .read("FFE1").suspendsApp(for: .seconds(4)), act: { $0.read() },
            lines: ["value [1, 2, 3]"], seconds: 3.9...4.5),
        Row(fault: .read("FFE1").endsApp(), act: { $0.read() }, lines: []),
    ]

    @Test("A fault of a request does what it says", arguments: reads + writes + others)
    func requests(_ row: Row) throws {
        try withWorld(seed: 5, misuse: .record) { world in
            let lab = FaultLab()
            let app = try FaultApp.settled(world, on: lab, row.fault)
            let begin = world.now
            row.act(app)
            try world.run(for: .seconds(60))
            #expect(app.lines == row.lines)
            #expect(lab.written.withLock { $0 } == row.written)
            #expect(!world.firedFaults.isEmpty)
            if !row.lines.isEmpty {
                let taken = Double((app.lastTime - begin).count) / 1e9
                #expect(row.seconds.contains(taken), "it took \(taken) s")
            }
        }
    }

    struct Values: Sendable, CustomTestStringConvertible {
        let fault: Fault
        let lines: [String]

        var testDescription: String { fault.description }
    }

    @Test(
        "A fault of a notification does what it says",
        arguments: [
            Values(fault: .notification("FFE3").nth(2).isLost(), lines: ["value [1]", "value [3]"]),
            Values(
                fault: .notification("FFE3").nth(2).isDoubled(),
                lines: ["value [1]", "value [2]", "value [2]", "value [3]"]),
            Values(
                fault: .notification("FFE3").nth(1).isOvertaken(),
                lines: ["value [2]", "value [1]", "value [3]"]),
            Values(
                fault: .notification("FFE3", value: [2]).hasValue([9]),
                lines: ["value [1]", "value [9]", "value [3]"]),
            Values(
                fault: .notification("FFE3").nth(2).isEmpty(),
                lines: ["value [1]", "value []", "value [3]"]),
            Values(
                fault: .notification("FFE3").nth(2).isAsLongAsPossible(),
                lines: ["value [1]", "value 97 bytes", "value [3]"]),
            Values(
                fault: .notification("FFE3").nth(2).breaks(.unknownHandle),
                lines: ["value [1]", "value [3]"]),
            Values(
                fault: .notification("FFE3").nth(2).breaks(.tooLong),
                lines: ["value [1]", "value 98 bytes", "value [3]"]),
            Values(
                fault: .notification("FFE3").nth(2).dropsLink(.peer), lines: ["value [1]", "lost CB 7"]),
            Values(
                fault: .notification("FFE3").nth(2).dropsLink(.controller, .after),
                lines: ["value [1]", "value [2]", "lost CB 0"]),
            Values(
                fault: .notification("FFE3").nth(1).isDelayed(by: .seconds(20)),
                lines: ["value [1]", "value [2]", "value [3]"]),
        ])
    func notifications(_ row: Values) throws {
        try withWorld(seed: 6) { world in
            let device = world.add(FaultLab().definition, at: .meters(2))
            world.inject(row.fault)
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.subscribe()
            try world.run(until: { app.lines.last == "notifies true" })
            app.clear()
            for number: UInt8 in 1...3 {
                device.update("FFE3", [number])
                try world.run(for: .milliseconds(500))
            }
            try world.run(for: .seconds(30))
            #expect(app.lines == row.lines)
        }
    }

    @Test(
        "A fault of a discovery does what it says",
        arguments: [
            Values(fault: .discoverServices().nth(1).fails(.unlikelyError), lines: ["services ATT 14"]),
            Values(fault: .discoverServices().nth(1).fails(.unknown), lines: ["services CB 0"]),
            Values(
                fault: .discoverCharacteristics("FFE0").fails(.att(0x80)),
                lines: ["services", "characteristics ATT 128"]),
            Values(
                fault: .discoverCharacteristics("FFE0").dropsLink(.peer, .between),
                lines: ["services", "lost CB 7"]),
            Values(fault: .discoverServices().breaks(.wrongResponse), lines: ["services CB 0", "lost CB 0"]),
        ])
    func discoveries(_ row: Values) throws {
        try withWorld(seed: 12) { world in
            world.add(FaultLab().definition, at: .meters(2))
            world.inject(row.fault)
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.lines.contains("connected") })
            try world.run(for: .seconds(20))
            #expect(app.lines == ["state 5", "found", "connected"] + row.lines)
        }
    }

    @Test("One bit of a corrupted value is wrong, the same one in each run")
    func corruption() throws {
        func value() throws -> String {
            try withWorld(seed: 13) { world in
                world.add(FaultLab().definition, at: .meters(2))
                world.inject(.read("FFE1").isCorrupted())
                let app = world.addPhone().run { FaultApp(world) }
                try world.run(until: { app.isReady })
                app.read()
                try world.run(until: { app.lines.last?.hasPrefix("value") == true })
                return app.lines.last ?? ""
            }
        }
        let one = try value()
        #expect(one != "value [1, 2, 3]")
        #expect(try value() == one)
        let bytes = one.dropFirst("value [".count).dropLast().split(separator: ",").compactMap {
            UInt8($0.trimmingCharacters(in: .whitespaces))
        }
        let flipped = zip(bytes, [1, 2, 3] as [UInt8]).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
        #expect(bytes.count == 3 && flipped == 1)
    }

    @Test("Data of a channel: late, and the link drops at a packet")
    func channelData() throws {
        try withWorld(seed: 14) { world in
            let got = World.Lock<[(World.Instant, [UInt8])]>([])
            let definition = DeviceDefinition(name: "Lab") {
                DeviceAdvertising(services: ["FFE0"])
                DeviceService("FFE0") { DeviceCharacteristic("FFE1", .read, value: [1]) }
                DeviceChannel(psm: 0x80).onReceive { channel, bytes in
                    got.withLock { $0.append((channel.device.world.now, bytes)) }
                }
            }
            let device = world.add(definition, at: .meters(2))
            world.inject(
                .channelData().nth(1).isDelayed(by: .seconds(2)), .channelData().nth(2).dropsLink(.peer))
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.peripheral?.openL2CAPChannel(0x80)
            try world.run(until: { app.channel != nil })
            app.clear()
            device.openChannels.first?.send([1, 2, 3])
            try world.run(for: .seconds(5))
            device.openChannels.first?.send([4])
            try world.run(until: { app.lines == ["lost CB 7"] })
            #expect(world.firedFaults.count == 2)
            #expect(got.withLock { $0.isEmpty })
        }
    }

    @Test("A storm of notifications larger than the controller's buffers arrives, and costs the host nothing")
    func storm() throws {
        try withWorld(seed: 7) { world in
            let device = world.add(FaultLab().definition, at: .meters(2))
            world.inject(.notification("FFE3").nth(1).isRepeated(100))
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.subscribe()
            try world.run(until: { app.lines.last == "notifies true" })
            app.clear()
            for number: UInt8 in 1...40 { device.update("FFE3", [number]) }
            app.read()
            try world.run(for: .seconds(30))
            let firsts = app.lines.filter { $0 == "value [1]" }
            #expect(firsts.count == 100)
            for number in 2...40 { #expect(app.lines.contains("value [\(number)]")) }
            #expect(app.lines.contains("value [1, 2, 3]"))
        }
    }

    @Test("After insufficient encryption the phone pairs and reads again")
    func pairs() throws {
        try withWorld(seed: 8) { world in
            world.add(FaultLab().definition, at: .meters(2))
            world.inject(.read("FFE1").nth(1).fails(.insufficientEncryption))
            let phone = world.addPhone()
            let app = phone.run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.clear()
            app.read()
            try world.run(until: { app.lines == ["value [1, 2, 3]"] })
            #expect(phone.bonds.count == 1)
        }
    }

    @Test("A pairing step that fails ends the pairing at both ends")
    func failedPairing() throws {
        try withWorld(seed: 9) { world in
            world.add(FaultLab().definition, at: .meters(2))
            world.inject(
                .read("FFE1").nth(1).fails(.insufficientEncryption),
                .pairingStep().nth(3).fails(.pairing(0x08)))
            let phone = world.addPhone()
            let app = phone.run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.clear()
            app.read()
            try world.run(for: .seconds(60))
            #expect(app.lines == ["value ATT 15"])
            #expect(phone.bonds.isEmpty)
            app.clear()
            app.read()
            try world.run(until: { app.lines == ["value [1, 2, 3]"] })
        }
    }
}
