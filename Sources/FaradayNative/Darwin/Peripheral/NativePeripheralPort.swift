import BluetoothPort

#if os(tvOS) || os(watchOS) || os(visionOS)
/// The port on systems where apps cannot publish.
final class UnsupportedPeripheralPort: PeripheralPort {
    private let framework: Framework

    init(_ framework: Framework, _ sink: any PeripheralSink) {
        self.framework = framework
        sink.receive(.stateChanged(.unsupported), .posting)
    }

    func send(_ command: Peripheral.Command) -> CommandResult { .ignored }
    func update(_ update: Peripheral.Update) -> Bool { false }
    func close() {}
    var authorization: Authorization { framework.authorization }
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

    func send(_ command: Peripheral.Command) -> CommandResult {
        session.run { $0.handle(command) } ?? .ignored
    }

    func update(_ update: Peripheral.Update) -> Bool {
        session.run { $0.update(update) } ?? false
    }

    func close() {
        session.end { $0.close() }
    }

    var authorization: Authorization { session.run { $0.framework.authorization } ?? .notDetermined }
}
#endif
