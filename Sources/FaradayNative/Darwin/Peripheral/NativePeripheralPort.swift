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
    private let role: Confined<NativePeripheralRole>

    init(_ options: ManagerOptions, _ framework: Framework, _ sink: any PeripheralSink) {
        role = Confined(label: "FaradayNative.peripheral") { queue in
            NativePeripheralRole(options, framework, sink, on: queue)
        }
    }

    func send(_ command: Peripheral.Command) -> CommandResult {
        role.run { $0.handle(command) } ?? .ignored
    }

    func update(_ update: Peripheral.Update) -> Bool {
        role.run { $0.update(update) } ?? false
    }

    func close() {
        role.end { $0.close() }
    }

    var authorization: Authorization { role.run { $0.framework.authorization } ?? .notDetermined }
}
#endif
