import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// Links of other apps: the test creates them without a manager.
extension Phone {
    /// The app that this handle stands for connects to a device and keeps the link until `letGo(of:)`, or until the
    /// device or a timeout ends it. Another app's connect then succeeds at once (behaviour 3.3), and
    /// `retrieveConnectedPeripherals` finds the device by its services (behaviour 3.31).
    ///
    /// ```swift
    /// phone.app(2).hold(strap)
    /// ```
    ///
    /// It is a fixture. The phone's host gets a connect request as from any app. The phone's controller and the
    /// device's controller then connect without an advertisement, in the same instant in which both are on and in
    /// range. So you can also hold a device that does not advertise: scanning apps do not see it. No app learns that
    /// Bluetooth is on before the link exists. The phone knows the device's services as from an earlier link; apps
    /// still have to discover them.
    ///
    /// It does nothing if the phone has no room for another link (behaviour 3.27). A device of another world is a
    /// `World.Mistake`.
    public func hold(
        _ device: Device, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard device.world === world else {
            world.report(
                "\(device.name) is in another world, so \(name) can't hold it: add it with world.add(_:) of its world",
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
            let services = node.host.primaryServices().map(\.uuid)
            phone.stack.hold(node.address, offering: services, for: app, at: state.now)
            state.touch(phone)
        }
    }

    /// The app releases the device that it holds. The link stays as long as other apps use it, and for
    /// `OSProfile.linkLinger`.
    public func letGo(of device: Device) {
        world.perform { state in
            let phone = state.phone(id)
            for address in state.heldAddresses(of: device, on: phone)
            where phone.stack.model.router.isHeld(address, by: app) {
                phone.note(.note("\(app) releases \(state.device(device.id).name)"))
                phone.stack.releaseHold(of: address, for: app, at: state.now)
                state.touch(phone)
            }
        }
    }

    /// Whether the app holds a device, connected or not yet.
    public func isHeld(_ device: Device) -> Bool {
        world.lock.withLock { $0.isHeld(device, by: app, on: $0.phone(id)) }
    }

    /// How many apps hold a device, connected or not yet.
    public func holdCount(of device: Device) -> Int {
        world.lock.withLock { state in
            let phone = state.phone(id)
            return state.heldAddresses(of: device, on: phone)
                .reduce(0) { $0 + phone.stack.model.router.holdCount(of: $1) }
        }
    }
}

extension WorldState {
    /// The addresses under which apps of a phone hold a device: the device may have changed its address since.
    fileprivate func heldAddresses(of device: Device, on phone: PhoneNode) -> [DeviceAddress] {
        meetings.filter { $0.phone == phone.id && $0.device == device.id }.map(\.address)
    }

    fileprivate func isHeld(_ device: Device, by app: AppID, on phone: PhoneNode) -> Bool {
        heldAddresses(of: device, on: phone).contains { phone.stack.model.router.isHeld($0, by: app) }
    }
}
