import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// What the rules of a device file do in a spec.
@Suite struct FileSpecRuleTests {
    typealias MockBehaviourOfTest = ReadyMadeTests.MockBehaviourOfTest

    /// FF05 says how often links and subscriptions have ended, and how often 01 was written since the start.
    private static let text = """
        {
          "faraday": 1,
          "name": "Rules",
          "advertising": [{ "services": ["FF00"] }],
          "services": [
            {
              "uuid": "FF00",
              "includes": ["FF10"],
              "characteristics": [
                { "uuid": "FF01", "properties": ["write"] },
                { "uuid": "FF02", "properties": ["read", "write"], "value": "01 02" },
                { "uuid": "FF03", "properties": ["notify"],
                  "descriptors": [{ "uuid": "2901", "value": { "text": "Count" } }] },
                { "uuid": "FF04", "properties": ["notify"] },
                { "uuid": "FF05", "properties": ["read"] }
              ]
            },
            { "uuid": "FF10", "primary": false }
          ],
          "variables": {
            "count": 0, "ends": { "start": 0, "kept": true }, "left": { "start": 0, "kept": true }
          },
          "series": [{
            "characteristic": "FF04",
            "steps": [{ "after": "1 s", "value": "AA" }, { "after": "2 s", "value": "BB" }]
          }],
          "rules": [
            { "when": { "written": "FF01", "pattern": "01" }, "then": [
                { "assign": "count", "to": "count + 1" }, { "wait": "200 ms" },
                { "notify": "FF03", "value": { "number": "count", "as": "u8" } } ] },
            { "when": { "written": "FF01", "pattern": "02" },
              "then": [{ "wait": "1 s" }, "disconnect"] },
            { "when": { "written": "FF01", "pattern": "03" },
              "then": { "advertise": [{ "name": "Other", "services": ["FF00"] }] } },
            { "when": { "written": "FF01", "pattern": "04" },
              "then": [
                { "wait": "1 s" }, "stopAdvertising", "disconnect", { "wait": "3 s" }, "startAdvertising"
              ] },
            { "when": { "written": "FF01", "pattern": "05" },
              "then": [{ "wait": "1 s" }, { "reset": "500 ms" }] },
            { "when": "disconnected", "then": { "assign": "ends", "to": "ends + 1" } },
            { "when": { "unsubscribed": "FF03" }, "then": { "assign": "left", "to": "left + 1" } },
            { "when": { "read": "FF05" }, "then": { "answer": [
                { "number": "ends", "as": "u8" }, { "number": "left", "as": "u8" },
                { "number": "count", "as": "u8" } ] } }
          ]
        }
        """

    private static func spec() throws -> CBMPeripheralSpec {
        CBMPeripheralSpec(try DeviceFile(text).definition, proximity: .near)
    }

    private func begin(_ behaviour: MockBehaviourOfTest, _ spec: CBMPeripheralSpec) {
        CBMCentralManagerMock.simulateCoreBluetooth(behaviour == .coreBluetooth)
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
    }

    private func started(_ steps: [FileSpecApp.Step]) -> FileSpecApp {
        let app = FileSpecApp(service: "FF00", steps)
        app.reconnects = true
        return app
    }

    private func wait(_ app: FileSpecApp, for line: String) async throws {
        try await World.current.run(until: { app.lines.last { $0 != "done" }?.hasPrefix(line) == true })
    }

    // MARK: Tests

    @Test(
        "What no rule answers has the stored value, and only what may be done is done", .simulated(seed: 2),
        arguments: MockBehaviourOfTest.allCases)
    func storedValues(behaviour: MockBehaviourOfTest) async throws {
        begin(behaviour, try Self.spec())
        let app = started([
            .read("FF02"), .write("FF02", [9]), .read("FF02"), .read("FF01"), .write("FF05", [1]),
        ])
        try await World.current.run(until: { app.isDone })
        let expected = [
            "FF02 = 0102", "wrote FF02", "FF02 = 09", "FF01 = -: CBATTErrorDomain 2",
            "wrote FF05: CBATTErrorDomain 3",
        ]
        #expect(app.lines.dropFirst().dropLast() == expected[...])
    }

    @Test(
        "Waits and series have the times of the file", .simulated(seed: 3),
        arguments: MockBehaviourOfTest.allCases)
    func times(behaviour: MockBehaviourOfTest) async throws {
        begin(behaviour, try Self.spec())
        let app = started([.subscribe("FF03"), .write("FF01", [1]), .subscribe("FF04")])
        try await wait(app, for: "FF04 = BB")
        func gap(_ first: String, _ second: String) throws -> Nanoseconds {
            try #require(app.times(of: second).first) - #require(app.times(of: first).first)
        }
        #expect(try abs((gap("wrote FF01", "FF03 = 01") - .milliseconds(200)).count) < 60_000_000)
        #expect(try abs((gap("FF04 = AA", "FF04 = BB") - .seconds(2)).count) < 60_000_000)
    }

    @Test(
        "Links and subscriptions end for the rules, by either side and by a restart", .simulated(seed: 4),
        arguments: MockBehaviourOfTest.allCases)
    func ends(behaviour: MockBehaviourOfTest) async throws {
        begin(behaviour, try Self.spec())
        let app = started([.subscribe("FF03"), .write("FF01", [1]), .write("FF01", [2])])
        try await wait(app, for: "disconnected: CBErrorDomain 7")
        app.prepare([.read("FF05"), .subscribe("FF03"), .write("FF01", [5])])
        try await wait(app, for: "disconnected: CBErrorDomain 6")
        #expect(app.lines.contains("FF05 = 010101"))
        app.prepare([.read("FF05")])
        // What is kept outlives the restart, the count does not.
        try await wait(app, for: "FF05 = 020200")
    }

    @Test(
        "A phone that was switched off has left, and rules go on", .simulated(seed: 5),
        arguments: MockBehaviourOfTest.allCases)
    func phoneOff(behaviour: MockBehaviourOfTest) async throws {
        begin(behaviour, try Self.spec())
        let app = started([.subscribe("FF03"), .write("FF01", [1])])
        try await wait(app, for: "FF03 = 01")
        CBMCentralManagerMock.simulatePowerOff()
        try await World.current.run(for: .seconds(1))
        app.prepare([.read("FF05")])
        CBMCentralManagerMock.simulatePowerOn()
        try await wait(app, for: "FF05 = 010101")
    }

    @Test(
        "Rules change advertising, stop it and start it", .simulated(seed: 6),
        arguments: MockBehaviourOfTest.allCases)
    func advertising(behaviour: MockBehaviourOfTest) async throws {
        let spec = try Self.spec()
        begin(behaviour, spec)
        let app = started([.write("FF01", [3]), .write("FF01", [4])])
        try await World.current.run(until: { app.times(of: "connected").count == 2 })
        let ended = try #require(app.times(of: "disconnected").first)
        #expect(app.times(of: "connected")[1] - ended > .seconds(2.8))
        let names = spec.advertisement?.map { $0.data[CBMAdvertisementDataLocalNameKey] as? String }
        #expect(names == ["Other"])
    }

    @Test(
        "Each phone and each addition of a spec has the variables for itself",
        .enabled(if: World().holdsAppWork),
        arguments: MockBehaviourOfTest.allCases)
    func ownState(behaviour: MockBehaviourOfTest) async throws {
        let spec = try Self.spec()
        for _ in 1...2 {
            let world = World(seed: 7)
            let phone = world.addPhone(.iOS(18))
            let app = phone.run { () -> FileSpecApp in
                begin(behaviour, spec)
                return started([.read("FF05"), .write("FF01", [1]), .read("FF05")])
            }
            try await world.run(until: { app.isDone })
            #expect(app.lines.filter { $0.hasPrefix("FF05") } == ["FF05 = 000000", "FF05 = 000001"])
            let second = phone.run { () -> FileSpecApp in
                CBMCentralManagerMock.simulateRemoval(of: spec)
                CBMCentralManagerMock.simulateAddition(of: spec)
                return started([.read("FF05")])
            }
            try await world.run(until: { second.isDone })
            #expect(second.lines.contains("FF05 = 000000"))
        }
    }

    @Test("Secondary services are included ones, and descriptors have their values")
    func attributes() throws {
        let spec = try Self.spec()
        let service = try #require(spec.services?.first)
        #expect(spec.services?.count == 1)
        #expect(service.includedServices?.map(\.uuid) == [CBMUUID(string: "FF10")])
        #expect(service.includedServices?.first?.isPrimary == false)
        let item = try #require(service.characteristics?[2])
        #expect(item.descriptors?.map(\.uuid.uuidString) == ["2901", "2902"])
        let text = try #require(item.descriptors?[0] as? CBMDescriptorMock)
        let delegate = try #require(spec.connectionDelegate)
        #expect(
            try delegate.peripheral(spec, didReceiveReadRequestFor: text).get() == Data("Count".utf8))
        #expect(throws: CBMATTError.self) {
            try delegate.peripheral(spec, didReceiveWriteRequestFor: text, data: Data([1])).get()
        }
    }

    // MARK: Mistakes

    /// What is reported when a spec is added.
    private func mistakes(of spec: CBMPeripheralSpec) -> [String] {
        let world = World(seed: 1)
        let phone = world.addPhone(.iOS(18))
        let errors = phone.run {
            begin(.library, spec)
            return CBMCentralManagerMock.simulationErrors
        }
        #expect(errors.allSatisfy { $0.kind == .deviceFile })
        #expect(world.mistakes.map(\.message) == errors.map(\.description))
        return errors.map(\.description)
    }

    @Test("A file that is wrong or missing is reported with its lines, and the spec has only a name")
    func wrongFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("wrong.faraday.json").path
        try Data(
            """
            {
              "faraday": 1, "name": "Wrong",
              "advertising": [{ "interval": "soon" }],
              "services": [{ "uuid": "180" }]
            }
            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        let wrong = CBMPeripheralSpec(file: path)
        let texts = mistakes(of: wrong)
        #expect(texts.count == 2)
        #expect(texts.first?.hasPrefix("\(path):3:") == true)
        #expect(texts.last?.hasPrefix("\(path):4:") == true)
        #expect(wrong.services == nil && wrong.connectionDelegate == nil && wrong.advertisement == nil)
        let missing = mistakes(of: CBMPeripheralSpec(file: "nobody.faraday.json"))
        #expect(missing.count == 1 && missing[0].contains("the file is not there; looked for "))
    }

    @Test("Handlers in Swift are reported: a spec has no device for them")
    func handlers() {
        let definition = DeviceDefinition(name: "Swift") {
            DeviceService("FF00") { DeviceCharacteristic("FF01", .read).onRead { _ in [1] } }
        }
        let texts = mistakes(of: CBMPeripheralSpec(definition))
        #expect(texts.count == 1 && texts[0].contains("how reads of FF00/FF01 are answered"))
    }

    @Test(
        "A strict replay takes what was recorded, and reports what was not",
        .enabled(if: World().holdsAppWork),
        arguments: MockBehaviourOfTest.allCases)
    func replay(behaviour: MockBehaviourOfTest) async throws {
        var definition = DeviceDefinition(name: "Replay") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") { DeviceCharacteristic("FF01", [.read, .write]) }
        }
        var rules = DeviceRules(
            conversation: DeviceConversation([
                .init(.connected), .init(.read("FF01", .value([7]))), .init(.written("FF01", [1])),
            ]))
        rules.replay = .strict
        definition.rules = rules
        let world = World(seed: 8)
        world.onMistake { _ in }
        let app = world.addPhone(.iOS(18)).run { () -> FileSpecApp in
            begin(behaviour, CBMPeripheralSpec(definition))
            return started([.read("FF01"), .write("FF01", [2])])
        }
        try await world.run(until: { app.isDone })
        #expect(app.lines.contains("FF01 = 07"))
        let reports = world.mistakes.map(\.message)
        #expect(reports.count == 1 && reports[0].contains("at step 3 of 3"))
    }
}
