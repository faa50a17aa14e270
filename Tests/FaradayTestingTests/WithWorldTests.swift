import BluetoothPort
import BluetoothTypes
import FaradayTesting
import Foundation
import Testing

@Suite struct WithWorldTests {
    @Test func theBodyHasAWorldAndItsResultComesBack() throws {
        let now = try withWorld(seed: 9) { world in
            #expect(World.current === world)
            #expect(world.seed == 9)
            try world.run(for: .seconds(3))
            return world.now
        }
        #expect(now == .zero + .seconds(3))
    }

    @Test func anErrorCarriesSeedTimelineAndCapture() throws {
        let failure = #expect(throws: SimulatedTestFailure.self) {
            try withWorld(seed: 11, name: "capture of a failure") { world in
                world.addPhone(name: "lonely")
                world.note("the last line")
                try world.run(until: { false }, timeout: .seconds(1))
            }
        }
        let text = "\(try #require(failure))"
        #expect(text.contains("seed 11"))
        #expect(text.contains("the last line"))
        #expect(text.contains("lonely"))
        #expect(text.contains("the run that gave up: \(#filePath):"))
        let line = try #require(text.split(separator: "\n").last { $0.hasPrefix("capture for Wireshark: ") })
        let path = String(line.dropFirst("capture for Wireshark: ".count))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(Array(bytes.prefix(4)) == [0x0A, 0x0D, 0x0D, 0x0A])
        try FileManager.default.removeItem(atPath: path)
    }

    @Test(
        "An asynchronous body has a world too, which moves while the body waits, and its error has the story")
    func asynchronously() async throws {
        let now = try await withWorld(seed: 9) { world in
            #expect(World.current === world)
            try await world.sleep(for: .seconds(3))
            return world.now
        }
        #expect(now == .zero + .seconds(3))
        let failure = await #expect(throws: SimulatedTestFailure.self) {
            try await withWorld(seed: 12) { world in
                world.note("the last line")
                try await world.run(until: { false }, timeout: .seconds(1))
            }
        }
        let text = "\(try #require(failure))"
        #expect(text.contains("seed 12") && text.contains("the last line"))
    }

    @MainActor @Test func anAsynchronousBodyOnTheMainActor() async throws {
        try await withWorld { world in
            MainActor.assertIsolated()
            try await world.run(for: .seconds(3))
            MainActor.assertIsolated()
            #expect(world.now == .zero + .seconds(3))
        }
    }

    @Test(
        "A failed expectation inside is followed by the story until then",
        .compactMapIssues { issue in
            let text = issue.comments.map(\.rawValue).joined()
            if text == "on purpose" { return nil }
            let isStory =
                issue.severity == .warning && text.contains("The world up to the first failure:\nseed 13,")
                && text.contains("noted before") && !text.contains("noted after")
            return isStory ? nil : issue
        }, arguments: [false, true])
    func expectations(isAsynchronous: Bool) async throws {
        @Sendable func body(_ world: World) {
            world.note("noted before")
            Issue.record("on purpose")
            world.note("noted after")
            Issue.record("on purpose")
        }
        if isAsynchronous {
            try await withWorld(seed: 13) { world in
                await Task.yield()
                body(world)
            }
        } else {
            try withWorld(seed: 13) { world in body(world) }
        }
    }

    @Test(
        "A mistake in the use of the simulation is reported at its line",
        .compactMapIssues { issue in
            issue.comments.first?.rawValue.hasPrefix("device Battery has no characteristic 2A20") == true
                || issue.severity == .warning ? nil : issue
        })
    func mistakes() throws {
        try withWorld { world in world.add(.battery()).update("2A20", [1]) }
    }

    @Test("The same misuse again and again is one line that says how often")
    func misusesAreCounted() throws {
        func misuse(_ call: String) -> Misuse { Misuse(kind: .notPoweredOn, call: call, message: "not on") }
        let failure = #expect(throws: SimulatedTestFailure.self) {
            try withWorld { world in
                let sink = Sink()
                let port = world.addPhone(name: "left").openCentral(ManagerOptions(), sink: sink)
                for _ in 0..<300 {
                    port.send(.reportMisuse(misuse("stopScan()")))
                    try world.run(for: .milliseconds(10))
                }
                port.send(.reportMisuse(misuse("connect(_:options:)")))
                try world.run(for: .seconds(1))
            }
        }
        let error = try #require(failure?.underlying as? MisuseFailure)
        #expect(error.misuses.count == 301)
        let lines = error.description.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("API MISUSE in stopScan() on left at 0.000000 s: not on. Call it in "))
        #expect(lines[0].hasSuffix(" (300 times, last at 2.990000 s)"))
        #expect(
            lines[1].hasPrefix("API MISUSE in connect(_:options:) on left at 3.000000 s: not on. Call it in ")
        )
    }

    @Test func misuseIsAnErrorThatNamesTheCall() throws {
        let misuse = Misuse(kind: .notPoweredOn, call: "CBCentralManager.stopScan()", message: "not on")
        let failure = #expect(throws: SimulatedTestFailure.self) {
            try withWorld { world in
                let sink = Sink()
                let port = world.addPhone().openCentral(ManagerOptions(), sink: sink)
                port.send(.reportMisuse(misuse))
                try world.run(for: .seconds(1))
            }
        }
        let error = try #require(failure?.underlying as? MisuseFailure)
        #expect(error.misuses.map(\.misuse) == [misuse])
        #expect("\(error)".contains("API MISUSE in CBCentralManager.stopScan()"))
        try withWorld(misuse: .ignore) { world in
            let sink = Sink()
            world.addPhone().openCentral(ManagerOptions(), sink: sink).send(.reportMisuse(misuse))
            try world.run(for: .seconds(1))
        }
    }
}

/// Tests that are about a misuse.
@Suite struct ExpectedMisuseTests {
    private static let misuse = Misuse(
        kind: .notPoweredOn, call: "CBCentralManager.stopScan()", message: "not on")

    private func misuse(in world: World) {
        let port = (world.onlyPhone ?? world.addPhone()).openCentral(ManagerOptions(), sink: Sink())
        port.send(.reportMisuse(Self.misuse))
        port.close()
    }

    @Test func anExpectedMisuseLetsATestPass() throws {
        try withWorld { world in
            world.expectMisuse(.notPoweredOn)
            misuse(in: world)
        }
        try withWorld { world in try world.expectMisuse(.notPoweredOn) { misuse(in: world) } }
        try withWorld { world in
            world.setMisusePolicy(.record, for: [.notPoweredOn])
            misuse(in: world)
            #expect(world.misuses.count == 1)
        }
    }

    @Test func withoutItTheTestFails() {
        let error = #expect(throws: SimulatedTestFailure.self) {
            try withWorld { $0.expectMisuse(.notPoweredOn) }
        }
        #expect(error?.underlying is World.MissingMisuse)
    }

    @Test(.simulated(seed: 3)) func theTraitTakesExpectationsToo() {
        World.current.expectMisuse(.notPoweredOn)
        misuse(in: World.current)
    }

    @Test(
        .compactMapIssues { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("the expected misuse .notPoweredOn did not happen") ? nil : issue
        },
        .simulated(seed: 3))
    func theTraitMissesThem() {
        World.current.expectMisuse(.notPoweredOn)
    }

    @Test(
        .compactMapIssues { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("API MISUSE in CBCentralManager.stopScan()") ? nil : issue
        },
        .simulated(seed: 3))
    func theTraitFailsForOthers() {
        World.current.setMisusePolicy(.ignore, for: [.notConnected])
        misuse(in: World.current)
    }
}
