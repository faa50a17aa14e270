import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// Device files as specs.
@Suite struct FileSpecTests {
    typealias MockBehaviourOfTest = ReadyMadeTests.MockBehaviourOfTest

    private static let strap = "../../../Examples/Devices/strap.faraday.json"
    private static let updater = "../../../Examples/Devices/updater.faraday.json"
    private static let control = "8EC90001-F315-4F60-9FB8-838830DAEA50"
    private static let packet = "8EC90002-F315-4F60-9FB8-838830DAEA50"
    private static let version = "8EC90003-F315-4F60-9FB8-838830DAEA50"

    private static let strapSteps: [FileSpecApp.Step] = [
        .read("2A38"), .read("2A19"), .read("2A29"), .write("2A39", [0x02]), .write("2A39", [0x01]),
        .subscribe("2A37"),
    ]

    private var errors: [CBMSimulationError] { CBMCentralManagerMock.simulationErrors }

    /// Sets the behaviour, puts the peripherals there, and switches the radio on.
    private func begin(_ behaviour: MockBehaviourOfTest, _ specs: [CBMPeripheralSpec]) {
        CBMCentralManagerMock.simulateCoreBluetooth(behaviour == .coreBluetooth)
        CBMCentralManagerMock.simulatePeripherals(specs)
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
    }

    // MARK: The strap

    @Test(
        "A strap is found, read, written to and heard", .simulated(seed: 3),
        arguments: MockBehaviourOfTest.allCases)
    func strap(behaviour: MockBehaviourOfTest) async throws {
        let strap = CBMPeripheralSpec(file: Self.strap, proximity: .near)
        #expect(strap.name == "Strap" && strap.mtu == 247 && strap.services?.count == 3)
        begin(behaviour, [strap])
        let app = FileSpecApp(service: "180D", Self.strapSteps)
        try await World.current.run(until: { app.isDone })
        #expect(app.advertised[CBMAdvertisementDataLocalNameKey] as? String == "Strap")
        let services = app.advertised[CBMAdvertisementDataServiceUUIDsKey] as? [CBMUUID]
        #expect(services == [CBMUUID(string: "180D")])
        let expected = [
            "connected Strap", "2A38 = 01", "2A19 = 57", "2A29 = 41636D65",
            "wrote 2A39: CBATTErrorDomain 128",
            "wrote 2A39", "notify 2A37", "done",
        ]
        #expect(app.lines == expected)
        let begun = World.current.now
        try await World.current.run(for: .seconds(3.5))
        let times = app.times(of: "2A37 = 0E")
        #expect(times.count == 3)
        // A second after the subscription, and the way to the app.
        for (index, time) in times.enumerated() {
            let expected = Nanoseconds.seconds(Double(index + 1))
            #expect(abs((time - begun - expected).count) < 100_000_000)
        }
        #expect(errors.isEmpty)
    }

    /// What an app gets of the strap in a world of its own.
    private func lines(
        _ seed: UInt64, isSpec: Bool, isolation: isolated (any Actor)? = #isolation
    ) async throws -> [String] {
        let world = World(seed: seed)
        let phone = world.addPhone(.iOS(18))
        let app = phone.run {
            begin(.coreBluetooth, isSpec ? [CBMPeripheralSpec(file: Self.strap)] : [])
            if !isSpec { world.add(.file(Self.strap)) }
            return FileSpecApp(service: "180D", Self.strapSteps)
        }
        try await world.run(until: { app.times(of: "2A37").count == 5 })
        return app.lines
    }

    @Test(
        "An app sees the same of a file in a world and of a spec from it, also what rules draw",
        .enabled(if: World().holdsAppWork))
    func sameAsInWorld() async throws {
        let lines = try await lines(5, isSpec: false)
        #expect(lines.count > 10)
        #expect(try await self.lines(5, isSpec: true) == lines)
        #expect(try await self.lines(6, isSpec: true) != lines)
    }

    // MARK: The updater

    @Test(
        "An updater takes an image, restarts, and has another version", .simulated(seed: 4),
        arguments: MockBehaviourOfTest.allCases)
    func updater(behaviour: MockBehaviourOfTest) async throws {
        begin(behaviour, [CBMPeripheralSpec(file: Self.updater, proximity: .near)])
        let image = Array(repeating: UInt8(0xA5), count: 40)
        let (control, packet) = (Self.control, Self.packet)
        let app = FileSpecApp(
            service: "FE59",
            [
                .read(Self.version), .subscribe(control), .write(control, [0x01, 40, 0, 0, 0]),
                .command(packet, Array(image[..<20])), .command(packet, Array(image[20...])),
                .write(control, [0x03]),
            ])
        app.reconnects = true
        try await World.current.run(until: { app.times(of: "\(control) = 6003").count == 1 })
        let answer = try #require(app.lines.first { $0.hasPrefix("\(control) = 600301") })
        #expect(answer.hasPrefix("\(control) = 60030128000000"))
        let crc = answer.suffix(8).chunks.map { UInt8($0, radix: 16)! }
        app.go([.write(control, [0x04] + crc)])
        try await World.current.run(until: { app.lines.contains { $0.hasPrefix("disconnected") } })
        #expect(app.lines.contains("\(control) = 600401"))
        #expect(app.lines.contains("\(Self.version) = 0100"))
        app.prepare([.read(Self.version)])
        try await World.current.run(until: { app.lines.contains("\(Self.version) = 0200") })
    }
}

extension Substring {
    fileprivate var chunks: [Substring] {
        stride(from: 0, to: count, by: 2).map { dropFirst($0).prefix(2) }
    }
}
