import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// Links of other apps: the test says that they are there, and needs no manager for them.
extension Phone {
    /// The app that this handle stands for connects to a device and keeps at it, until `letGo(of:)`, or until the device
    /// or a timeout ends the link. Another app's connect is then instantaneous (behaviour 3.3), and
    /// `retrieveConnectedPeripherals` finds the device by its services (behaviour 3.31).
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
    /// Nothing happens where the phone has no room for another link (behaviour 3.27). A device of another world is a
    /// `World.Mistake`.
    public func hold(
        _ device: Device, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard device.world === world else {
            world.report(
                "\(device.name) lives in another world than \(name), which can't hold it",
                at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
            return
        }
        world.perform { state in
            let node = state.device(device.id)
            let phone = state.phone(id)
            guard !state.isHeld(device, by: app, on: phone) else { return }
            let meeting = Meeting(phone: id, device: device.id, address: node.address)
            if !state.meetings.contains(meeting) { state.meetings.append(meeting) }
            phone.note(.note("\(app) holds \(node.name)"))
            let services = node.host.primaryServices.map(\.uuid)
            phone.stack.hold(node.address, offering: services, for: app, at: state.now)
            state.touch(phone)
        }
    }

    /// The app lets go of what it holds; the link stays as long as other apps use it, and `OSProfile.linkLinger`.
    public func letGo(of device: Device) {
        world.perform { state in
            let phone = state.phone(id)
            for address in state.heldAddresses(of: device, on: phone)
            where phone.stack.model.isHeld(address, by: app) {
                phone.note(.note("\(app) lets go of \(state.device(device.id).name)"))
                phone.stack.letGo(of: address, for: app, at: state.now)
                state.touch(phone)
            }
        }
    }

    /// Whether the app holds a device, linked or not yet.
    public func isHeld(_ device: Device) -> Bool {
        world.lock.withLock { $0.isHeld(device, by: app, on: $0.phone(id)) }
    }

    /// How many apps hold a device, linked or not yet.
    public func holdCount(of device: Device) -> Int {
        world.lock.withLock { state in
            let phone = state.phone(id)
            return state.heldAddresses(of: device, on: phone)
                .reduce(0) { $0 + phone.stack.model.holdCount(of: $1) }
        }
    }
}

extension WorldState {
    /// The addresses under which apps of a phone hold a device: it may have changed its own since.
    fileprivate func heldAddresses(of device: Device, on phone: PhoneNode) -> [DeviceAddress] {
        meetings.filter { $0.phone == phone.id && $0.device == device.id }.map(\.address)
    }

    fileprivate func isHeld(_ device: Device, by app: AppID, on phone: PhoneNode) -> Bool {
        heldAddresses(of: device, on: phone).contains { phone.stack.model.isHeld($0, by: app) }
    }
}
