import Testing

@testable import faraday

/// What each check makes of what its steps have given, without any process.
@Suite struct DoctorVisitTests {
    private static let linux = facts(.linux)
    private static let mac = facts(.mac)
    private static let readme = """
        ```swift
        // swift-tools-version: 6.0
        let package = Package(dependencies: [.package(name: "Faraday", path: "../Faraday")])
        ```
        ```swift
        import FaradayCoreBluetooth
        @Test func first() {}
        ```
        """

    private static func facts(_ system: DoctorFacts.System) -> DoctorFacts {
        DoctorFacts(
            system: system, package: "/a \"b\"/Faraday", readme: readme, folder: "/t/visit",
            tool: "/bin/faraday")
    }

    private static func ended(_ output: String, _ status: Int32 = 0) -> DoctorOutcome {
        .ended(status: status, output: output)
    }

    /// A check, the outcomes of its steps, and what its line then says, from its beginning.
    struct Row: Sendable, CustomTestStringConvertible {
        let check: any DoctorCheck
        let facts: DoctorFacts
        let outcomes: [DoctorOutcome]
        let text: String
        var testDescription: String { "\(check.name): \(text)" }
    }

    private static func row(
        _ check: any DoctorCheck, _ facts: DoctorFacts, _ outcomes: [DoctorOutcome], _ text: String
    ) -> Row { Row(check: check, facts: facts, outcomes: outcomes, text: text) }

    private static let hostRows: [Row] = [
        row(ToolchainCheck(), linux, [ended("Swift version 6.3.1 (swift-6.3.1)")], "works: Swift 6.3.1"),
        row(
            ToolchainCheck(), mac,
            [ended("swift-driver version: 1.120.5 Apple Swift version 6.4 (swiftlang-6.4.0.1.2)")],
            "works: Swift 6.4"),
        row(ToolchainCheck(), linux, [ended("Swift version 10.0-dev")], "works: Swift 10.0"),
        row(
            ToolchainCheck(), linux, [ended("Swift version 6.2.9")],
            "does not: Swift 6.2.9 is too old; do this: "),
        row(
            ToolchainCheck(), linux, [ended("Swift version x")],
            "does not: 'swift --version' names no version"),
        row(
            ToolchainCheck(), linux, [ended("Swift version")], "does not: 'swift --version' names no version"),
        row(ToolchainCheck(), linux, [.notFound], "does not: there is no program 'swift' in PATH; do this: "),
        row(ToolchainCheck(), linux, [.late(output: "")], "does not: 'swift --version' did not end"),
        row(
            ToolchainCheck(), mac, [ended("xcrun: error: invalid active developer path (x)", 1)],
            "does not: the tools of Xcode are not chosen; do this: sudo xcode-select"),
        row(XcodeCheck(), linux, [], "could not be tried: this is no Mac"),
        row(XcodeCheck(), mac, [ended("Xcode 26.4.1\nBuild version 17E1")], "works: Xcode 26.4.1"),
        row(XcodeCheck(), mac, [ended("Xcode 16.2\n")], "does not: Xcode 16.2 is too old; do this: "),
        row(
            XcodeCheck(), mac,
            [
                ended(
                    "xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory", 1
                )
            ],
            "does not: the tools of Xcode are not chosen"),
        row(RadioCheck(), linux, [], "could not be tried: FARADAY_HCI names no controller"),
        row(RadioCheck(), mac, [ended("state: poweredOn")], "works: Bluetooth is on"),
        row(
            RadioCheck(), mac, [ended("state: poweredOff", 1)], "does not: Bluetooth is off; do this: switch"),
        row(RadioCheck(), mac, [ended("state: unauthorized", 1)], "does not: Bluetooth may not be used here"),
        row(RadioCheck(), mac, [ended("state: unsupported", 1)], "could not be tried: this Mac has no"),
        row(RadioCheck(), mac, [ended("", 69)], "does not: Bluetooth said nothing"),
        row(RadioCheck(), mac, [.endedBySignal(6, output: "")], "does not: macOS ended the process"),
        row(RadioCheck(), mac, [.late(output: "")], "does not: Bluetooth did not answer"),
        row(HelperCheck.tshark, linux, [ended("as root!\nTShark 4.0\n")], "works: TShark 4.0"),
        row(
            HelperCheck.tshark, linux, [.notFound],
            "could not be tried: it is not here; it reads captures, and"),
        row(
            HelperCheck.chromium, linux, [.notFound, .late(output: ""), .notFound],
            "could not be tried: it does not say its version"),
        row(HelperCheck.chromium, linux, [.notFound, ended("Chromium 1")], "works: Chromium 1"),
    ]

    private static let buildRows: [Row] = [
        row(PackageCheck.firstTest, linux, [ended("✔ Test run with 1 test passed")], "works: it builds"),
        row(
            PackageCheck.firstTest, linux, [ended("Test run with 0 tests")],
            "does not: it builds, but its test was"),
        row(
            PackageCheck.firstTest, linux, [ended("✘ Test first() recorded an issue at F.swift:1:1", 1)],
            "does not: it builds, but its test fails; do this: send us the report"),
        row(
            PackageCheck.firstTest, linux, [ended("[1/2]\n/x/F.swift:1:2: error: cannot find 'a'\n", 1)],
            "does not: it does not build: error: cannot find 'a'; do this: send us the report"),
        row(
            PackageCheck.firstTest, linux, [ended("error: x.o: No space left on device", 1)],
            "does not: there is no room left on the disk; do this: make room there"),
        row(
            PackageCheck.moduleAlias, linux,
            [ended("error: Failed to clone repository x: Could not resolve host: y", 1)],
            "does not: something was fetched, and there is no network"),
        row(
            PackageCheck.moduleAlias, mac, [ended("error: no such module 'XCTest'", 1)],
            "does not: the toolchain has no XCTest or no Swift Testing; do this: choose a whole Xcode"),
        row(
            PackageCheck.moduleAlias, mac, [ended("sandbox-exec: sandbox_apply: Operation not permitted", 1)],
            "does not: SwiftPM can't have its sandbox"),
        row(
            PackageCheck.firstTest, linux, [.late(output: "")],
            "does not: it was not done after 1800 s; do this"),
        row(
            PackageCheck.firstTest, linux, [.notWritten("no room")],
            "does not: the folder for this can't be written: no room"),
        row(
            PackageCheck.firstTest, linux, [.endedBySignal(11, output: "")],
            "does not: 'swift test' ended by signal 11; do this: send us"),
        row(
            AppTimeCheck(place: .program), linux, [ended(""), ended("the app's time is virtual\n")],
            "works: an app's timers are virtual"),
        row(
            AppTimeCheck(place: .program), mac, [ended(""), ended("the app's time is real\n")],
            "does not: an app's timers take real time; do this: one of the mends"),
        row(
            AppTimeCheck(place: .program), mac, [ended("error: linker command failed", 1)],
            "does not: it does not build: error: linker command failed"),
        row(
            AppTimeCheck(place: .program), mac, [ended(""), ended("dyld: symbol not found", 134)],
            "does not: the program for it failed (status 134); do this: send us"),
        row(
            AppTimeCheck(place: .test), mac,
            [ended(""), ended("/p/debug\n"), ended("/x/xctest\n"), ended("the app's time is virtual\n")],
            "works: an app's timers are virtual"),
        row(
            AppTimeCheck(place: .test), mac,
            [ended(""), ended("/p"), ended("xcrun: unable to find utility \"xctest\"", 72)],
            "does not: the toolchain has no XCTest"),
    ]

    @Test(arguments: hostRows + buildRows) func verdict(_ row: Row) throws {
        guard case .conclude(let verdict) = row.check.move(after: row.outcomes, row.facts) else {
            Issue.record("it wants another step")
            return
        }
        #expect(verdict.text.hasPrefix(row.text), "\(verdict.text)")
    }

    @Test("What a step asks for: README's files with this package's path, and xctest with the library")
    func steps() throws {
        guard case .perform(let first) = PackageCheck.firstTest.move(after: [], Self.linux) else {
            throw Missing()
        }
        #expect(first.text == "swift test --package-path /t/visit/HeartRate" && first.isBuild)
        #expect(
            first.files.map(\.path) == [
                "HeartRate/Package.swift", "HeartRate/Tests/HeartRateTests/FirstTest.swift",
            ])
        #expect(first.files[0].text.contains("path: \"/a \\\"b\\\"/Faraday\""))
        let outcomes = [Self.ended(""), Self.ended("/p/debug\n"), Self.ended("/x/xctest\n")]
        guard case .perform(let test) = AppTimeCheck(place: .test).move(after: outcomes, Self.mac) else {
            throw Missing()
        }
        #expect(test.text == "/x/xctest /p/debug/HeartRatePackageTests.xctest")
        #expect(test.environment == ["DYLD_INSERT_LIBRARIES": "/p/debug/libFaradayInterposition.dylib"])
    }

    private struct Missing: Error {}

    @Test("Without README's blocks, sources, builds or a toolchain the reason is said")
    func untried() {
        var facts = Self.linux
        func text(_ facts: DoctorFacts) -> String {
            var visit = DoctorVisit(facts, checks: [PackageCheck.firstTest])
            _ = visit.next()
            return visit.findings.first?.verdict.text ?? ""
        }
        facts.readme = "# Faraday"
        #expect(text(facts).hasPrefix("does not: README has no first test"))
        facts.package = nil
        #expect(text(facts).hasPrefix("could not be tried: Faraday's sources are not here"))
        facts.buildProblem = "it needs a toolchain that works"
        #expect(text(facts) == "could not be tried: it needs a toolchain that works")
        facts.isQuick = true
        #expect(text(facts) == "could not be tried: --quick builds nothing")
    }

    @Test("A toolchain that is too old leaves the builds out, and the visit is not well")
    func oldToolchain() {
        var visit = DoctorVisit(Self.linux)
        var steps: [String] = []
        while let (_, step) = visit.next() {
            steps.append(step.program)
            visit.take(steps.count == 1 ? Self.ended("Swift version 5.9") : .notFound)
        }
        #expect(steps == ["swift", "tshark", "chromium", "chromium-browser", "google-chrome", "python3"])
        #expect(visit.findings.count == DoctorVisit.all.count && !visit.isWell)
        #expect(visit.findings[2].verdict == .untried("it needs a toolchain that works"))
    }

    @Test("A visit in which all works is well, also without helpers; one that is interrupted is not")
    func wellOrNot() {
        var visit = DoctorVisit(Self.linux)
        while let (name, _) = visit.next() {
            switch name {
            case "toolchain": visit.take(Self.ended("Swift version 6.3"))
            case "an app's time", "an app's time in tests":
                visit.take(Self.ended("the app's time is virtual"))
            case "tshark", "Chromium", "Python": visit.take(.notFound)
            default: visit.take(Self.ended("Test run with 1 test"))
            }
        }
        #expect(visit.isWell)
        visit = DoctorVisit(Self.linux)
        _ = visit.next()
        visit.take(.interrupted)
        #expect(visit.next() == nil)
        #expect(!visit.isWell && visit.findings.count == DoctorVisit.all.count)
        #expect(visit.findings.allSatisfy { $0.verdict == .untried("the visit was interrupted") })
    }
}
