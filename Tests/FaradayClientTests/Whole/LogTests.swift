import class BluetoothPort.Lock
import FaradayTesting
import Testing

@testable import FaradayClient

@Suite("The log has levels and categories")
struct LogTests {
    private static func lines(
        upTo level: ClientLog.Level, _ categories: Set<ClientLog.Category> = Set(ClientLog.Category.allCases)
    ) async throws -> [ClientLog.Entry] {
        let entries = Lock<[ClientLog.Entry]>([])
        let log = ClientLog(upTo: level, categories: categories) { entry in
            entries.withLock { $0.append(entry) }
        }
        let central = Central(on: World.current.addPhone(), log: log)
        let strap = try await central.find(.named("HR-1"))
        _ = try await strap.read(Battery.level)
        _ = try? await strap.read(CharacteristicPath("2A19", of: "FFF0"))
        await strap.disconnect()
        return entries.withLock { $0 }
    }

    @Test("At the level info: the radio, scans and links", .simulated)
    func info() async throws {
        World.current.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let lines = try await Self.lines(upTo: .info).map(\.description)
        #expect(
            lines == [
                "radio: poweredOn", "scan: for all services", "scan: ended", "connection HR-1: connecting",
                "connection HR-1: connected",
                "request HR-1: could not read characteristic 2A19 (Battery Level) of service FFF0 on \"HR-1\": there is no service FFF0. Compare with `services()` and `characteristics(of:)` of the peripheral",
                "connection HR-1: could not stay connected to \"HR-1\": the app disconnected",
            ])
    }

    @Test("At the level error: what failed, and nothing else", .simulated)
    func errors() async throws {
        World.current.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let entries = try await Self.lines(upTo: .error)
        #expect(entries.map(\.level) == [.error])
        #expect(entries.map(\.category) == [.request])
        #expect(entries.first?.peripheral == "HR-1")
    }

    @Test("Each level has the lines of those before it, and more", .simulated)
    func levels() async throws {
        World.current.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        var counts: [Int] = []
        for level in ClientLog.Level.allCases { counts.append(try await Self.lines(upTo: level).count) }
        #expect(counts == counts.sorted() && Set(counts).count == counts.count)
    }

    @Test("Only the categories that were asked for", .simulated)
    func categories() async throws {
        World.current.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let entries = try await Self.lines(upTo: .debug, [.discovery])
        #expect(entries.count == 3)
        #expect(entries.allSatisfy { $0.category == .discovery })
    }

    @Test("No text is composed for a line that is not written, and none is prepared without a log")
    func silence() {
        let log = ClientLog(upTo: .info, categories: [.scan]) { _ in }
        log.take(.debug, .scan, nil) { unexpected() }
        log.take(.info, .radio, unexpected()) { unexpected() }
        var machine = PeerMachine(peer: PeerIdentifier(high: 0, low: 1), name: nil, radio: .poweredOn)
        machine.begin(Request(id: 1, kind: .connect(PortCentral.ConnectOptions())))
        machine.cancel(1) { _, _ in CancellationError() }
        let hasLines = machine.outputs.contains { output in
            if case .log = output { true } else { false }
        }
        #expect(!hasLines)
    }

    private func unexpected() -> String {
        Issue.record("text was composed")
        return ""
    }
}
