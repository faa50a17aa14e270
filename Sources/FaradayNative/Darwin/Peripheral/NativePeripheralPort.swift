import BluetoothPort

#if os(tvOS) || os(watchOS) || os(visionOS)
/// The port on systems where apps cannot publish.
final class UnsupportedPeripheralPort: PeripheralPort {
    private let framework: Framework

    init(_ framework: Framework, _ sink: any PeripheralSink) {
        self.framework = framework
        sink.receive([.stateChanged(.unsupported)], .posting)
    }

    func send(_ command: Peripheral.Command) -> Peripheral.Answer { .ignored }

    func query(_ query: Peripheral.Query) -> Peripheral.Answer {
        switch query {
        case .authorization: .authorization(framework.authorization)
        }
    }

    func close() {}
}
#else
/// The port of one peripheral manager to a `CBPeripheralManager`.
final class NativePeripheralPort: PeripheralPort {
    private let session: Confined<PeripheralSession>

    init(_ options: ManagerOptions, _ framework: Framework, _ sink: any PeripheralSink) {
        session = Confined(label: "FaradayNative.peripheral") { queue in
            PeripheralSession(options, framework, sink, on: queue)
        }
    }

    func send(_ command: Peripheral.Command) -> Peripheral.Answer {
        session.run { $0.handle(command) } ?? .ignored
    }

    func query(_ query: Peripheral.Query) -> Peripheral.Answer {
        session.run { $0.answer(query) } ?? .ignored
    }

    func close() {
        session.end { $0.close() }
    }
}
#endif
