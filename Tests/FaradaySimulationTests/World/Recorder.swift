import BluetoothPort
import BluetoothTypes

@testable import FaradaySimulation

/// A line for each thing that happened; from any thread.
final class Recorder: Sendable {
    private let state = Lock<[String]>([])
    func add(_ line: String) { state.withLock { $0.append(line) } }
    var lines: [String] { state.withLock { $0 } }
}

/// A central manager that records its events and answers them as set.
final class TestCentral: CentralSink {
    private let state = Lock<(port: (any CentralPort)?, events: [Central.Event])>((nil, []))
    private let react: @Sendable (TestCentral, Central.Event) -> Void

    init(_ phone: Phone, react: @escaping @Sendable (TestCentral, Central.Event) -> Void = { _, _ in }) {
        self.react = react
        let port = phone.openCentral(ManagerOptions(), sink: self)
        state.withLock { $0.port = port }
    }

    var port: any CentralPort { state.withLock { $0.port! } }
    var events: [Central.Event] { state.withLock { $0.events } }
    var isOn: Bool { events.contains(.stateChanged(.poweredOn)) }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        state.withLock { $0.events.append(event) }
        react(self, event)
    }
}
