import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct MisuseTests {
    private let misuse = Misuse(kind: .notPoweredOn, call: "CBCentralManager.stopScan()", message: "not on")

    private func world(_ policy: World.MisusePolicy) -> (World, TestCentral) {
        let world = World()
        world.misusePolicy = policy
        let central = TestCentral(world.addPhone(name: "mine"))
        central.port.send(.reportMisuse(misuse))
        return (world, central)
    }

    @Test func ignoringLeavesNoTrace() throws {
        let (world, _) = world(.ignore)
        try world.run(for: .seconds(1))
        #expect(world.misuses.isEmpty)
    }

    @Test func recordingListsWhatHappenedWhereAndWhen() throws {
        let (world, _) = world(.record)
        try world.run(for: .seconds(1))
        #expect(world.misuses == [World.MisuseReport(time: .zero, phone: "mine", misuse: misuse)])
        #expect(
            "\(world.misuses[0])"
                == "API MISUSE in CBCentralManager.stopScan() on mine at 0.000000 s: not on. Call it in "
                + "centralManagerDidUpdateState(_:), once the state is .poweredOn.")
        var logged = world.misuses[0]
        logged.misuse.message = "API MISUSE: not on"
        #expect("\(logged)" == "\(world.misuses[0])", "the prefix is there once")
    }

    @Test func failingEndsTheNextRunWithAnError() {
        let (world, _) = world(.fail)
        let report = World.MisuseReport(time: .zero, phone: "mine", misuse: misuse)
        #expect(throws: World.RunError.misuse(report)) { try world.run(for: .seconds(1)) }
        #expect(throws: Never.self) { try world.run(for: .seconds(1)) }
    }

    @Test func aHandlerHearsOfFailuresInstead() throws {
        let world = World()
        let heard = Recorder()
        world.misusePolicy = .fail
        world.onMisuse { heard.add("\($0.misuse.call) at \($0.time)") }
        let central = TestCentral(world.addPhone())
        try world.run(for: .seconds(1))
        central.port.send(.reportMisuse(misuse))
        #expect(heard.lines.isEmpty)
        try world.run(for: .seconds(1))
        #expect(heard.lines == ["CBCentralManager.stopScan() at 1.000000"])
    }
}

/// Policies for single kinds, and expectations.
@Suite struct MisusePolicyTests {
    private let world = World()
    private let central: TestCentral

    init() { central = TestCentral(world.addPhone(name: "mine")) }

    private func report(_ kind: Misuse.Kind) {
        central.port.send(.reportMisuse(Misuse(kind: kind, call: "f()", message: "m")))
    }

    @Test func aKindHasItsOwnPolicyUntilThatIsTakenBack() throws {
        world.misusePolicy = .record
        world.setMisusePolicy(.ignore, for: [.refusedAdvertisementKey, .notOnAir])
        report(.refusedAdvertisementKey)
        report(.notOnAir)
        report(.foreignObject)
        #expect(world.misuses.map(\.misuse.kind) == [.foreignObject])
        world.setMisusePolicy(.fail, for: [.foreignObject])
        report(.foreignObject)
        #expect(throws: World.RunError.self) { try world.run(for: .seconds(1)) }
        #expect(world.failedMisuses.map(\.misuse.kind) == [.foreignObject])
        world.setMisusePolicy(nil, for: [.foreignObject, .refusedAdvertisementKey])
        report(.foreignObject)
        report(.refusedAdvertisementKey)
        try world.run(for: .seconds(1))
        #expect(world.failedMisuses.count == 1)
        #expect(world.misuses.count == 4)
    }

    @Test(arguments: Misuse.Kind.allCases)
    func untilAPolicyIsSetWhatEndsAnAppFails(kind: Misuse.Kind) throws {
        report(kind)
        #expect(world.misuses.count == 1)
        #expect(world.failedMisuses.count == (kind.consequence == .thrown ? 1 : 0))
        #expect(
            "\(world.misuses[0])".contains("(on a phone the app ends here)") == !world.failedMisuses.isEmpty)
        world.misusePolicy = .record
        report(kind)
        #expect(world.misuses.count == 2)
        #expect(world.failedMisuses.count == (kind.consequence == .thrown ? 1 : 0))
    }

    @Test func harmlessKindsFailOnlyWhereThatIsAsked() {
        world.misusePolicy = .fail
        world.onMisuse { _ in }
        let harmless: [Misuse.Kind] = [
            .noDelegateForModifiedServices, .missingRestoreIdentifier, .truncatedUpdate,
        ]
        #expect(Set(Misuse.Kind.allCases.filter(\.isHarmless)) == Set(harmless))
        for kind in harmless { report(kind) }
        #expect(world.failedMisuses.isEmpty && world.misuses.map(\.misuse.kind) == harmless)
        world.setMisusePolicy(.fail, for: [.truncatedUpdate])
        report(.truncatedUpdate)
        #expect(world.failedMisuses.map(\.misuse.kind) == [.truncatedUpdate])
    }

    @Test func anExpectedMisuseIsNoFailure() throws {
        world.misusePolicy = .fail
        let reports = try world.expectMisuse(.notConnected) {
            report(.notConnected)
            try world.run(for: .seconds(1))
            report(.notConnected)
        }
        let times: [Instant] = [.zero, Instant.zero + .seconds(1)]
        #expect(reports.map(\.time) == times)
        #expect(world.failedMisuses.isEmpty && world.misuses == reports && world.missingMisuses.isEmpty)
        report(.notConnected)
        #expect(world.failedMisuses.count == 1, "no longer expected")
    }

    @Test func anExpectedMisuseThatDoesNotHappenIsAnError() throws {
        world.setMisusePolicy(.record, for: [.notPoweredOn])
        #expect(throws: World.MissingMisuse(kind: .notConnected)) {
            try world.expectMisuse(.notConnected) { report(.notPoweredOn) }
        }
        struct Other: Error {}
        #expect(throws: Other.self) { try world.expectMisuse(.notConnected) { throw Other() } }
        #expect(world.missingMisuses.isEmpty)
    }

    @Test func anExpectationWithoutEndIsMissedUntilItIsMet() async throws {
        world.misusePolicy = .fail
        world.expectMisuse(.notConnected)
        world.expectMisuse(.notPoweredOn)
        #expect(world.missingMisuses == [.notConnected, .notPoweredOn])
        try await world.expectMisuse(.foreignObject) {
            report(.foreignObject)
            report(.notConnected)
            try await world.run(for: .seconds(1))
        }
        #expect(world.missingMisuses == [.notPoweredOn])
        report(.notPoweredOn)
        #expect(world.missingMisuses.isEmpty && world.failedMisuses.isEmpty && world.misuses.count == 3)
    }
}
