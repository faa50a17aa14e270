import BluetoothPort
import PortProtocol

/// What a port's events go to whose manager is in another process.
final class ProgramSink: CentralSink, PeripheralSink, AccessorySink, NearbySink {
    let number: UInt32
    private let send: @Sendable (PortFrame, Delivery) -> Void

    init(_ number: UInt32, _ send: @escaping @Sendable (PortFrame, Delivery) -> Void) {
        (self.number, self.send) = (number, send)
    }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        send(.centralEvent(number, event), delivery)
    }
    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {
        send(.peripheralEvent(number, event), delivery)
    }
    func receive(_ event: Accessories.Event, _ delivery: Delivery) {
        send(.accessoriesEvent(number, event), delivery)
    }
    func receive(_ event: Nearby.Event, _ delivery: Delivery) { send(.nearbyEvent(number, event), delivery) }

    /// Nothing of the program runs here.
    var isAtHomeOnMainQueue: Bool { false }
}
