import Foundation

/// The sources of the packages that are tried. All lie in the same folder one after the other, so that what is built of
/// Faraday serves all of them.
struct DoctorSources: Sendable {
    /// Why there are none.
    struct Untried: Error { let why: String }

    static let packageName = "HeartRate"
    /// The folder of this package, and the one of the package that is tried.
    private let faraday: String
    private let folder: String

    static func place(_ facts: DoctorFacts) -> Result<DoctorSources, Untried> {
        if facts.isQuick { return .failure(Untried(why: "--quick builds nothing")) }
        if let problem = facts.buildProblem { return .failure(Untried(why: problem)) }
        guard let package = facts.package else {
            return .failure(
                Untried(why: "Faraday's sources are not here; start this with 'swift run' in their folder"))
        }
        return .success(DoctorSources(faraday: package, folder: facts.folder + "/" + packageName))
    }

    // MARK: Steps

    func test(_ files: [DoctorStep.File], _ facts: DoctorFacts) -> DoctorStep {
        var step = swift(["test"], [], limit: facts.limit)
        (step.files, step.isBuild) = (files, true)
        return step
    }

    func build(_ files: [DoctorStep.File], _ facts: DoctorFacts) -> DoctorStep {
        var step = swift(["build", "--build-tests"], [], limit: facts.limit)
        (step.files, step.isBuild) = (files, true)
        return step
    }

    func swift(_ command: [String], _ rest: [String], limit: Int) -> DoctorStep {
        DoctorStep(
            program: "swift", arguments: [command[0], "--package-path", folder] + command.dropFirst() + rest,
            limit: limit)
    }

    // MARK: Packages

    /// README's package, as it stands there.
    func firstTest(_ readme: String) -> [DoctorStep.File]? {
        let blocks = Self.swiftBlocks(readme)
        let path = "path: \"../Faraday\""
        guard let manifest = blocks.first(where: { $0.hasPrefix("// swift-tools-version") }),
            let place = manifest.range(of: path),
            let test = blocks.first(where: { $0.hasPrefix("import FaradayCoreBluetooth\n") })
        else { return nil }
        let ours = manifest[..<place.lowerBound] + "path: \(literal(faraday))" + manifest[place.upperBound...]
        return [
            file("Package.swift", String(ours)), file("Tests/HeartRateTests/FirstTest.swift", test),
        ]
    }

    /// The blocks of Swift on a page.
    private static func swiftBlocks(_ page: String) -> [String] {
        var blocks: [String] = []
        var isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```swift" {
                isInside = true
                blocks.append("")
            } else if line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1] += line + "\n"
            }
        }
        return blocks
    }

    /// A library that says `import CoreBluetooth`, which is read as Faraday's.
    var moduleAlias: [DoctorStep.File] {
        [
            manifest(
                """
                .target(
                    name: "Battery", dependencies: [\(product("FaradayCoreBluetooth"))], swiftSettings: alias),
                .testTarget(
                    name: "BatteryTests", dependencies: ["Battery", \(product("FaradayTesting"))],
                    swiftSettings: alias),
                """),
            file("Sources/Battery/Battery.swift", Self.batteryApp),
            file("Tests/BatteryTests/BatteryTests.swift", Self.batteryTest),
        ]
    }

    /// An alarm in ten seconds, in a program and in a test.
    var appTime: [DoctorStep.File] {
        let products = "\(product("FaradaySimulation")), \(product("FaradayInterposition"))"
        return [
            manifest(
                """
                .executableTarget(name: "alarm", dependencies: [\(products)]),
                .testTarget(
                    name: "AlarmTests",
                    dependencies: [\(product("FaradayTesting")), \(product("FaradayInterposition"))]),
                """),
            file("Sources/alarm/main.swift", "import FaradaySimulation\n" + Self.alarm + "try alarm()\n"),
            file(
                "Tests/AlarmTests/AlarmTests.swift",
                "import FaradayTesting\nimport XCTest\n" + Self.alarm + Self.alarmTest),
        ]
    }

    private func file(_ path: String, _ text: String) -> DoctorStep.File {
        DoctorStep.File(path: "\(Self.packageName)/\(path)", text: text)
    }

    private func product(_ name: String) -> String { ".product(name: \"\(name)\", package: \"Faraday\")" }

    private func manifest(_ targets: String) -> DoctorStep.File {
        file(
            "Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let alias: [SwiftSetting] = [
                .unsafeFlags(["-module-alias", "CoreBluetooth=FaradayCoreBluetooth"])
            ]
            let package = Package(
                name: "\(Self.packageName)",
                platforms: [.iOS(.v15), .macOS(.v12)],
                dependencies: [.package(name: "Faraday", path: \(literal(faraday)))],
                targets: [
                    \(targets)
                ])

            """)
    }

    /// Text as Swift has it in its sources.
    private func literal(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character == "\\" || character == "\"" { escaped.append("\\") }
            escaped.append(character)
        }
        return "\"\(escaped)\""
    }

    // MARK: Sources

    private static let batteryApp = """
        import CoreBluetooth

        public final class Battery: NSObject, CBCentralManagerDelegate {
            public private(set) var found = ""
            public var moduleOfItsManager: String { String(reflecting: CBCentralManager.self) }
            private var manager: CBCentralManager?

            public override init() {
                super.init()
                manager = CBCentralManager(delegate: self, queue: nil)
            }

            public func centralManagerDidUpdateState(_ central: CBCentralManager) {
                if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
            }

            public func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) {
                found = peripheral.name ?? ""
            }
        }

        """

    private static let batteryTest = """
        import Battery
        import FaradayTesting
        import Testing

        @Test(.simulated) func findsTheBattery() async throws {
            let world = World.current
            world.add(.battery(name: "Cell", level: 42))
            let app = world.addPhone().run { Battery() }
            try await world.run(until: { app.found == "Cell" })
            #expect(app.moduleOfItsManager.hasPrefix("FaradayCoreBluetooth."))
        }

        """

    private static let alarm = """
        import Foundation

        func alarm() throws {
            let world = World(seed: 1)
            let rings = World.Lock(false)
            world.addPhone().run {
                DispatchQueue.main.asyncAfter(deadline: .now() + 10) { rings.withLock { $0 = true } }
            }
            try world.run(for: .seconds(11))
            let isVirtual = world.holdsAppWork && rings.withLock { $0 }
            print("\(AppTimeCheck.mark) \\(isVirtual ? "virtual" : "real")")
        }

        """

    private static let alarmTest = """

        final class AlarmTests: XCTestCase {
            func testRings() throws { try alarm() }
        }

        """
}
