#if os(Linux)
import BluetoothPort
import FaradayExploration
import FaradayTesting
import Foundation
import Testing

/// Explorations whose runs are in child processes: a trap in the app's code is a failure like any other.
@Suite struct TrapTests {
    /// What an exploration with an app that traps finds.
    private static func failure() async throws -> ExplorationFailure? {
        let error = await #expect(throws: ExplorationError.self) {
            try await explore(
                runs: 300, faults: HastyApp.faults, childProcesses: true, HastyApp.isShown)
        }
        return error?.result.failures.first
    }

    @Test("A trap is found, cut down to one fault, and told in the same way twice")
    func trap() async throws {
        // In a child of the second exploration the first one finds nothing, and must not end the test.
        let found = [try await Self.failure(), try await Self.failure()]
        let first = try #require(found[0])
        #expect(first.signature == FailureSignature(.trap, HastyApp.trap))
        #expect(first.message.contains("Fatal error: no service to show"))
        #expect(first.isReproducible)
        #expect(first.shrunk.faults.count == 1)
        #expect(first.shrunk.schedule.isPlain)
        #expect(first.shrunk.parameters == ["straps": 1])
        #expect(first.plan.hasPrefix("world.inject(.discoverServices"), "\(first.plan)")
        #expect(first.story.contains("-- FAULT"), "\(first.story)")
        #expect(first.story.contains("connect HR-1"), "\(first.story)")
        #expect(first.command.contains("FARADAY_REPLAY='\(first.shrunk)' swift test --filter"))
        #expect(first.capture.map { FileManager.default.fileExists(atPath: $0) } == true)
        #expect(found[1]?.description == first.description)
    }

    @Test("A replayed case that traps is told in the same way")
    func replayed() async throws {
        let explored = ExploredCase(faults: [.discoverServices().nth(1).fails(.att(0x0E))])
        let error = await #expect(throws: ExplorationError.self) {
            try await explore(replaying: explored, childProcesses: true, HastyApp.isShown)
        }
        let failure = try #require(error?.result.failures.first)
        #expect(failure.signature == FailureSignature(.trap, HastyApp.trap))
        #expect(failure.run == nil)
        #expect(failure.story.contains("-- FAULT"))
    }

    @Test("With all failures wanted, runs go on behind a trap")
    func goesOn() async throws {
        let error = await #expect(throws: ExplorationError.self) {
            try await explore(runs: 40, faults: nil, schedule: .plain, mode: .all, childProcesses: true) {
                world in
                let number = world.parameter("number", in: 0...9)
                if number > 7 { preconditionFailure("too large") }
                if number > 6 { exit(3) }
                #expect(number < 5)
            }
        }
        let result = try #require(error?.result)
        #expect(result.runs == 40)
        #expect(
            result.failures.map(\.signature.kind).sorted { "\($0)" < "\($1)" } == [
                .expectation, .trap, .trap,
            ])
        #expect(result.failures.contains { $0.signature.place == "exit status 3" })
        let parameters = result.failures.map { $0.shrunk.parameters["number"] ?? 0 }.sorted()
        #expect(parameters == [5, 7, 8])
    }

    @Test("A trap whose message has an address is the same trap in each process, and is cut down")
    func address() async throws {
        let error = await #expect(throws: ExplorationError.self) {
            try await explore(runs: 40, faults: .radio, childProcesses: true) { world in
                guard world.parameter("number", in: 0...9) > 6 else { return }
                // As Swift's runtime does it, without a place.
                let object = NSObject()
                let address = Unmanaged.passUnretained(object).toOpaque()
                let line = "Fatal error: Object \(address) of process \(getpid()) was deallocated\n"
                FileHandle.standardError.write(Data(line.utf8))
                abort()
            }
        }
        let failure = try #require(error?.result.failures.first)
        #expect(error?.result.failures.count == 1)
        #expect(
            failure.signature == FailureSignature(.trap, "Fatal error: Object # of process # was deallocated")
        )
        #expect(failure.isReproducible)
        #expect(failure.shrunk.parameters == ["number": 7])
        #expect(failure.shrunk.faults.isEmpty)
    }

    @Test(
        "A synchronous body that never ends, whatever it is told, ends its process with the number of its run"
    )
    func endless() throws {
        let line = #line + 2
        let body: @Sendable (World) throws -> Void = { world in
            while true { try? world.run(for: .minutes(1)) }
        }
        let error = #expect(throws: ExplorationError.self) {
            let limits = RunLimits(virtualTime: .hours(1), steps: 10_000)
            try explore(runs: 3, faults: .radio, limits: limits, childProcesses: true, body)
        }
        let failure = try #require(error?.result.failures.first)
        #expect(failure.signature == FailureSignature(.trap, "FaradayTestingTests/TrapTests.swift:\(line)"))
        #expect(failure.message.contains("Fatal error: "), "\(failure.message)")
        #expect(
            failure.message.contains(" of FaradayTestingTests.TrapTests.endless never ends: "),
            "\(failure.message)")
        #expect(failure.message.contains("more than 3600 s of virtual time"), "\(failure.message)")
        #expect(failure.attempts <= 12)
    }

    @Test("What is no trap is told as in the process of the test")
    func same() async throws {
        var reports: [String] = []
        for childProcesses in [false, true] {
            let error = await #expect(throws: ExplorationError.self) {
                try await explore(runs: 60, faults: .radio, childProcesses: childProcesses) { world in
                    world.add(.heartRateMonitor(name: "HR-1"))
                    world.addPhone()
                    try await world.run(for: .seconds(world.parameter("seconds", in: 1...60)))
                    #expect(world.now < .zero + .seconds(17))
                }
            }
            reports.append(error.map { "\($0)" } ?? "")
        }
        #expect(reports[0].contains("parameter seconds = 17"))
        #expect(reports[1] == reports[0])
    }

    @Test("An explored test whose runs are in child processes", .explored(runs: 30, childProcesses: true))
    func explored() async throws {
        World.current.addPhone()
        try await World.current.run(for: .seconds(1))
        #expect(
            ProcessInfo.processInfo.environment["FARADAY_CHILD"]?.hasPrefix("FaradayTestingTests.TrapTests.")
                == true)
    }

    @Test("Each case of a parameterized test has children of its own", arguments: ["one", "another"])
    func parameterized(_ name: String) async throws {
        let error = await #expect(throws: ExplorationError.self) {
            try await explore(runs: 3, childProcesses: true) { _ in fatalError(name) }
        }
        #expect(
            error?.result.failures.first?.message.contains("Fatal error: \(name)") == true,
            "\(error.map { "\($0)" } ?? "nothing was thrown")")
    }

    @Test("A child gets no file of its parent's: who waits for the end of a pipe does not wait for children")
    func inheritsNothing() async throws {
        // As Foundation's pipes are, whose ends a program gets that another thread starts meanwhile.
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // A child comes here, too, and makes a pipe of its own.
        setenv(
            "FARADAY_TEST_PIPE",
            try FileManager.default.destinationOfSymbolicLink(atPath: Self.path(ends[1])), 0)
        defer { unsetenv("FARADAY_TEST_PIPE") }
        let result = try await explore(runs: 2, faults: nil, childProcesses: true) { _ in
            let variables = ProcessInfo.processInfo.environment
            let name = try #require(variables["FARADAY_TEST_PIPE"])
            #expect(variables["FARADAY_CHILD"] != nil)
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            let open = files.compactMap { Int32($0) }.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: Self.path($0))
            }
            #expect(!open.contains(name) && !open.isEmpty)
        }
        #expect(result.runs == 2)
    }

    private static func path(_ file: Int32) -> String { "/proc/self/fd/\(file)" }
}

#if canImport(XCTest)
import XCTest

final class TrapXCTests: SimulatedTestCase {
    func testFindsATrapInAChild() throws {
        var failure: ExplorationFailure?
        do {
            try explore(runs: 300, faults: HastyApp.faults, childProcesses: true, HastyApp.isShownAtOnce)
        } catch let error as ExplorationError {
            failure = error.result.failures.first
        }
        XCTAssertEqual(failure?.signature, FailureSignature(.trap, HastyApp.trap))
        XCTAssertEqual(failure?.shrunk.faults.count, 1)
        XCTAssertEqual(
            failure?.command.hasSuffix("--filter 'FaradayTestingTests.TrapXCTests/testFindsATrapInAChild'"),
            true)
    }
}
#endif
#endif
