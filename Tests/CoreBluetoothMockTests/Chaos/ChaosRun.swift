@testable import CoreBluetoothMock
import FaradayTesting

/// Two apps and four peripherals, to which everything happens, in an order that a seed draws.
final class ChaosRun {
    let world: World
    let record: ChaosRecord
    var draws: EntropyStream
    private let phone: Phone
    private let queue = DispatchQueue(label: "chaos")
    private(set) var apps: [ChaosApp] = []
    /// No app is released: whether a released app still gets the last callback would depend on its queue.
    private var past: [ChaosApp] = []
    let boards: [ChaosBoard]

    /// Plays a run in a world of its own, on a thread of its own.
    static func play(_ seed: UInt64, _ behaviour: MockBehaviour, steps: Int) async -> ChaosRecord {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let record = try? withWorld(seed: seed, misuse: .ignore) { world in
                    behaviour.adopt()
                    let run = ChaosRun(world, seed)
                    for _ in 0..<steps { try run.step() }
                    try run.end()
                    return run.record
                }
                let failed = ChaosRecord(World())
                failed.require(record != nil, "the run of \(seed) threw")
                continuation.resume(returning: record ?? failed)
            }
        }
    }

    init(_ world: World, _ seed: UInt64) {
        (self.world, record) = (world, ChaosRecord(world))
        let entropy = Entropy(seed: seed)
        draws = entropy.stream("chaos")
        boards = [
            ChaosBoard(1, refusals: 0, isConnectable: true, entropy, record),
            ChaosBoard(2, refusals: 0, isConnectable: false, entropy, record),
            SlowChaosBoard(3, refusals: 5, isConnectable: true, entropy, record),
            ChaosBoard(4, refusals: 40, isConnectable: true, entropy, record),
        ]
        phone = CBMCentralManagerMock.simulatedPhone
        onMain { [self] in
            CBMCentralManagerMock.simulatePeripherals(boards.map(\.spec))
            CBMCentralManagerMock.simulatePowerOn()
            makeApps()
        }
    }

    func makeApps() {
        past += apps
        apps = [ChaosApp("first", queue: nil, record), ChaosApp("second", queue: queue, record)]
    }

    /// Runs `body` as an app's or a test's code does: on the phone, and on the main queue.
    private func onMain(_ body: () -> Void) {
        nonisolated(unsafe) let body = body
        let phone = phone
        DispatchQueue.main.sync { phone.run(body) }
    }

    func pick<Element>(_ all: [Element]) -> Element? {
        all.isEmpty ? nil : all[Int(draws.below(UInt64(all.count)))]
    }

    private func step() throws {
        for _ in 0...draws.below(3) {
            onMain { record.note("action", act()) }
        }
        let pauses: [Nanoseconds] = [
            .zero, .milliseconds(1), .milliseconds(30), .milliseconds(300), .seconds(1), .seconds(5),
        ]
        try world.run(for: pick(pauses) ?? .zero)
    }

    /// Waits until all requests are answered or have failed, and checks the remaining state.
    private func end() throws {
        try world.run(for: .seconds(45))
        onMain {
            for app in apps { app.checkAnswers() }
            for board in boards { checkLinks(of: board) }
        }
    }

    private func checkLinks(of board: ChaosBoard) {
        let air = MockPhone.current.simulation as? AirSimulation
        let device = MockPhone.current.book.place(of: board.spec) as? DirectDevice
        let isLinked = apps.flatMap(\.known).contains { peripheral in
            guard peripheral.state == .connected else { return false }
            if let air { return air.mockDevice(peripheral.identifier)?.spec === board.spec }
            // One that it knew by a former identifier does not hear of the end of its link.
            let engine = (peripheral as? CBMPeripheralMock)?.engine as? DirectPeripheral
            guard let device, let engine, engine.device === device else { return false }
            return engine.isCurrent || device.hasLink(engine)
        }
        let isHeld = MockPhone.current.book.state(of: board.spec).virtualConnections > 0
        record.require(
            board.spec.isConnected == (isLinked || isHeld),
            "board \(board.number): isConnected is \(board.spec.isConnected), linked \(isLinked), held \(isHeld)"
        )
    }
}
