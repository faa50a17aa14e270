import BluetoothPort

/// A phone that opens nothing: only its identity matters here.
final class NamedProvider: PortProvider {
    let portName: String
    let authorization = Authorization.allowedAlways
    private let onEnd: @Sendable () -> Void

    init(_ name: String, onEnd: @escaping @Sendable () -> Void = {}) {
        portName = name
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        preconditionFailure("\(portName) opens no central manager")
    }
    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        preconditionFailure("\(portName) opens no peripheral manager")
    }
}
