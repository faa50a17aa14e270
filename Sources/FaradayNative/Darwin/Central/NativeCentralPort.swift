import BluetoothPort

/// The port of one central manager to a `CBCentralManager`.
final class NativeCentralPort: CentralPort {
    private let session: Confined<CentralSession>

    init(_ options: ManagerOptions, _ framework: Framework, _ sink: any CentralSink) {
        session = Confined(label: "FaradayNative.central") { queue in
            CentralSession(options, framework, sink, on: queue)
        }
    }

    func send(_ command: Central.Command) -> Central.Answer {
        session.run { $0.handle(command) } ?? .ignored
    }

    func query(_ query: Central.Query) -> Central.Answer {
        session.run { $0.answer(query) } ?? .ignored
    }

    func close() {
        session.end { $0.close() }
    }
}
