import BluetoothPort

/// A phone that opens nothing: only its identity matters here.
final class NamedProvider: PortProvider {
    let portName: String
    let authorization = Authorization.allowedAlways
    init(_ name: String) { portName = name }
    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        preconditionFailure("\(portName) opens no central manager")
    }
    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        preconditionFailure("\(portName) opens no peripheral manager")
    }
}
