import BluetoothHost
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// Links of other apps: the test says that they are there, and needs no manager for them.
extension Phone {
    /// The app that this handle stands for connects to a device and keeps at it, until `letGo(of:)`, or until the device
    /// or a timeout ends the link. Another app's connect is then instantaneous (ledger 3.3), and
    /// `retrieveConnectedPeripherals` finds the device by its services (ledger 3.31).
    ///
    /// ```swift
    /// phone.app(2).hold(strap)
    /// ```
    ///
    /// It is a fixture: the phone's host is asked to connect as by any app, and then its controller and the device's get
    /// to each other without an advertisement, in the same instant in which both are on and in range. So a device that
    /// does not advertise can be held too, apps that scan see nothing of it, and no app hears that Bluetooth is on
    /// before the link is there. The phone knows the device's services as from an earlier link; apps still have to
    /// discover them.
    ///
    /// In vain where the phone has no room for another link (ledger 3.27), or while the phone has its radio on and the
    /// device shows private addresses.
    public func hold(_ device: Device) {
        precondition(device.world === world, "the device lives in another world")
        world.perform { state in
            guard let node = state.nodes[device.id.index] as? DeviceNode else {
                preconditionFailure("node \(device.id) is no device")
            }
            let phone = state.phone(id)
            let address = node.address
            let meeting = Meeting(phone: id, device: device.id, address: address)
            if !state.meetings.contains(meeting) { state.meetings.append(meeting) }
            phone.note(.note("\(app) holds \(node.name)"))
            phone.stack.hold(address, offering: node.host.primaryServices, for: app, at: state.now)
            state.touch(phone)
        }
    }

    /// The app lets go of what it holds; the link stays as long as other apps use it, and `OSProfile.linkLinger`.
    public func letGo(of device: Device) {
        let (address, peerName) = (device.nextAddress, device.name)
        world.performOnPhone(id) { phone, now in
            guard phone.stack.model.isHeld(address, by: app) else { return }
            phone.note(.note("\(app) lets go of \(peerName)"))
            phone.stack.letGo(of: address, for: app, at: now)
        }
    }

    /// Whether the app holds a device, linked or not yet.
    public func isHeld(_ device: Device) -> Bool {
        let address = device.nextAddress
        return world.lock.withLock { $0.phone(id).stack.model.isHeld(address, by: app) }
    }

    /// How many apps hold a device, linked or not yet.
    public func holdCount(of device: Device) -> Int {
        let address = device.nextAddress
        return world.lock.withLock { $0.phone(id).stack.model.holdCount(of: address) }
    }
}
