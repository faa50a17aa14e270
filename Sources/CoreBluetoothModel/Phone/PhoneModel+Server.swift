import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What joins the server to links and to the lives of apps.
extension PhoneModel {
    /// A link's MTU grew: the central's `maximumUpdateValueLength` changes, without a callback (6.18).
    mutating func tellUpdateLength(_ central: Peripheral.Subscriber, on link: Host.LinkID) {
        server.lengthChanged(link, central)
        for peripheral in managers.peripherals where peripheral.core.state == .poweredOn {
            effects.tell(peripheral.core.id, .updateLengthChanged(central))
        }
    }

    mutating func attributeRead(_ request: GATT.ReadRequest, at now: Instant) {
        let isServed = serves(request.handle)
        server.read(request, isServed: isServed, at: now, into: &effects)
    }

    mutating func attributeWritten(_ request: GATT.WriteRequest, at now: Instant) {
        let isServed = request.parts.first.map { serves($0.handle) } ?? false
        server.written(request, isServed: isServed, at: now, into: &effects)
    }

    /// Services stay visible while their app is absent without the background mode, but requests to them get
    /// errors (6.12).
    private func serves(_ handle: ATT.Handle) -> Bool {
        guard effects.screensEvents, let session = server.owner(of: handle),
            let index = managers.peripheral(session)
        else { return true }
        return apps.presence(of: managers.peripherals[index].core.app, .peripheral) != .absent
    }
}
