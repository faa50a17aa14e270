import BluetoothTypes
import BluetoothWire

extension Host {
    /// The private addresses of a new link, as far as the controller reports them.
    struct AddressesOnAir: Hashable, Sendable {
        var local: DeviceAddress?
        var peer: DeviceAddress?

        init() {}

        init(_ event: HCI.LEEnhancedConnectionComplete) {
            local = event.localResolvablePrivateAddress
            peer = event.peerResolvablePrivateAddress
        }
    }
    /// What the controller reports of a connection, by either of its two events.
    struct ConnectionReport: Hashable, Sendable {
        var status: HCI.ErrorCode
        var handle: UInt16
        var role: Link.Role
        var peer: DeviceAddress
        var parameters: ConnectionParameters
        var addresses: AddressesOnAir

        init(_ event: HCI.LEConnectionComplete) {
            (status, handle, peer) = (event.status, event.connectionHandle, event.peerAddress)
            role = event.role == .central ? .central : .peripheral
            parameters =
                ParameterUnits(
                    interval: event.connectionInterval, latency: event.peripheralLatency,
                    timeout: event.supervisionTimeout
                ).parameters
            addresses = AddressesOnAir()
        }

        /// The other event is the same, with the addresses on air.
        init(_ event: HCI.LEEnhancedConnectionComplete) {
            self.init(
                HCI.LEConnectionComplete(
                    status: event.status, connectionHandle: event.connectionHandle, role: event.role,
                    peerAddress: event.peerAddress, connectionInterval: event.connectionInterval,
                    peripheralLatency: event.peripheralLatency, supervisionTimeout: event.supervisionTimeout,
                    centralClockAccuracy: event.centralClockAccuracy))
            addresses = AddressesOnAir(event)
        }
    }
}
