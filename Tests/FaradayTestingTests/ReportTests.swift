import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
@testable import FaradayTesting
import Foundation
import Testing

/// The reports of failed tests, as Swift Testing prints them.
@Suite struct ReportTests {
    /// Expects exactly these failures, in this order; each has to pass its check.
    private static func failing(_ checks: (@Sendable (Issue) -> Bool)...) -> some TestTrait {
        let count = Lock(0)
        let expected = checks
        return .compactMapIssues { issue in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return number < expected.count && expected[number](issue) ? nil : issue
        }
    }

    private static func text(_ issue: Issue) -> String {
        let comments = issue.comments.map(\.rawValue)
        return ((issue.error.map { ["\($0)"] } ?? []) + comments).joined(separator: "\n")
    }

    private static let longWait: @Sendable (Issue) -> Bool = { issue in
        let lines = text(issue).split(separator: "\n").map(String.init)
        return lines.first == "the condition did not become true within 600 s of virtual time; pending:"
            && lines.contains {
                $0.hasSuffix("phone  <- didDisconnectPeripheral HR-1: error peripheralDisconnected")
            }
            && lines.contains { $0.hasSuffix("HR-1   -- disconnect") }
            && lines.last?.hasPrefix("hint: the app has made no request since it got an error at ")
                == true
            && !lines.contains { $0.contains("is gone") } && lines.count < 50
            && lines.joined().allSatisfy(\.isASCII)
            && lines.allSatisfy { !$0.allSatisfy(\.isWhitespace) } && !text(issue).hasSuffix("\n")
            && issue.sourceLocation?.line == ReportTests.line.withLock { $0 }
    }

    private static let line = Lock(0)

    @Test(
        "The story of ten minutes, up to the run that gave up and at its line", failing(longWait),
        .simulated(seed: 7))
    func aLongWait() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1", battery: 87), at: .meters(2))
        for number in 1...3 { world.add(.beacon(name: "B\(number)")) }
        let app = world.addPhone(.iOS(18)).run { ScanningApp() }
        try await world.run(until: { app.isConnected })
        strap.disconnect()
        Self.line.withLock { $0 = #line + 1 }
        try await world.run(until: { app.isConnected && strap.connectionCount == 2 })
    }

    @Test(
        "A test that fails when it throws is not told to keep its app",
        failing({ text($0).contains("seed 7") && !text($0).contains("hint: the app's object") }),
        .simulated(seed: 7))
    func theAppGoesWithTheTest() async throws {
        struct Failure: Error {}
        let world = World.current
        let app = world.addPhone().run { ScanningApp() }
        try await world.run(for: .seconds(1))
        if !app.isConnected { throw Failure() }
    }

    @Test(
        "A misuse is no reason to tell a test to keep its app",
        failing({ text($0).contains("API MISUSE") && !text($0).contains("hint: the app's object") }),
        .simulated)
    func theAppIsKept() async throws {
        let manager = World.current.addPhone().run { CBCentralManager() }
        manager.scanForPeripherals(withServices: nil)
        try await World.current.run(for: .seconds(1))
        withExtendedLifetime(manager) {}
    }

    @Test(
        "A misuse shows the words that matter, once, without addresses",
        failing({
            let lines = text($0).split(separator: "\n")
            let told = lines.filter { $0.contains("MISUSE CBPeripheral.discoverServices(_:): ") }
            return told.count == 1
                && told[0].hasSuffix(
                    "Discovering services for peripheral <CBPeripheral, name = HR-1, state = connected> while "
                        + "delegate is either nil or does not implement peripheral:didDiscoverServices:")
                && text($0).contains("<CBPeripheral: 0x..., identifier = ")
        }),
        .simulated)
    func misuse() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone(.iOS(18)).run { ScanningApp() }
        try await world.run(until: { app.isConnected })
        app.peripheral?.discoverServices(nil)
        try await world.run(for: .seconds(1))
    }

    @Test(
        "An expectation's report describes the moment at which it failed, and only the first failure has one",
        failing(
            { text($0).contains("noted before") && !text($0).contains("noted after") },
            { !text($0).contains("seed") }),
        .simulated(seed: 7))
    func anExpectation() async throws {
        let world = World.current
        world.note("noted before")
        Issue.record("first")
        world.note("noted after")
        Issue.record("second")
    }

    @Test(
        "Misspelt UUIDs fail only this test, at their lines",
        failing(
            {
                text($0).hasPrefix("device Typo: DeviceService(\"18G0\") has no valid UUID")
                    && $0.sourceLocation?.line == typoLine
            },
            {
                text($0).hasPrefix("device Typo has no characteristic 2A99")
                    && $0.sourceLocation?.line == typoLine + 1
            },
            {
                text($0).hasPrefix("The world was run inside a callback")
                    && $0.sourceLocation?.line == typoLine + 2
            },
            {
                text($0).hasPrefix(
                    "API MISUSE in CBUUID.init(string:) on phone at 2.000000 s: String 12 does not")
            }),
        .simulated)
    func typos() async throws {
        let world = World.current
        let phone = world.addPhone()
        let typo = world.add(DeviceDefinition(name: "Typo") { DeviceService("18G0") })
        typo.update("2A99", [1])
        world.after(.seconds(1)) { try? world.run(for: .seconds(1)) }
        try await world.run(for: .seconds(2))
        #expect(phone.run { CBUUID(string: "12") } == CBUUID(data: Data(count: 16)))
    }

    private static let typoLine = #line - 7

    @Test(
        "Without a world, World.current fails the test and returns a world that cannot run",
        failing({
            text($0).hasPrefix("World.current: there is no world here. Give the test the trait .simulated")
        }))
    func withoutAWorld() throws {
        let world = World.current
        world.add(.battery())
        let error = #expect(throws: World.RunError.self) { try world.run(until: { true }) }
        #expect("\(try #require(error))".hasPrefix("World.current: there is no world here."))
    }

    @Test(
        "A failed #require is one failure, with the story", failing({ text($0).contains("seed 9,") }),
        .simulated(seed: 9))
    func require() async throws {
        _ = try #require(World.current.onlyPhone)
    }

    @Test(.simulated) func theTraitNeedsNoParentheses() async throws { #expect(World.current.seed == 0) }
}

/// Connects to the first heart rate monitor, and does not react to a disconnect.
private final class ScanningApp: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager?
    private(set) var peripheral: CBPeripheral?
    private(set) var isConnected = false

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isConnected = true
    }
}
