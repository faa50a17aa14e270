import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

// What a fault asks of the world. It happens at the same virtual time, when the callbacks that wait have run.
extension FaultEngine {
    /// Does what concerns a whole phone or a whole device. Returns whether the fault is of that kind.
    func carryOut(_ fault: FiringFault) -> Bool {
        let (central, peripheral) = (fault.occasion.central, fault.occasion.peripheral)
        switch fault.effect {
        case .deviceOff(let time):
            ask(device: peripheral) {
                $0.turnOff(for: time)
            } orPhone: {
                $0.turnBluetoothOff(for: time)
            }
        case .deviceReset:
            ask(device: peripheral) {
                $0.reset()
            } orPhone: {
                $0.restartBluetooth()
            }
        case .radioOff(let time): ask(phone: central, peripheral) { $0.turnBluetoothOff(for: time) }
        case .bluetoothRestart: ask(phone: central, peripheral) { $0.restartBluetooth() }
        case .appSuspension(let time, let app): ask(app: app, fault.occasion) { $0.suspend(for: time) }
        case .appEnd(let app): ask(app: app, fault.occasion) { $0.terminate(.memoryPressure) }
        case .bondLoss:
            let address = peripheral.flatMap { (node($0) as? DeviceNode)?.address }
            ask(phone: central, nil) { phone in
                phone.restore(phone.bonds.filter { $0.peer != address })
            }
        case .cacheLoss: ask(phone: central, nil) { $0.forgetAttributes() }
        default: return false
        }
        return true
    }

    private func ask(
        device id: NodeID?, _ body: @escaping @Sendable (Device) -> Void,
        orPhone other: @escaping @Sendable (Phone) -> Void
    ) {
        guard let id else { return }
        if node(id) is DeviceNode {
            order { [world] in body(Device(world: world, id: id)) }
        } else {
            ask(phone: id, nil, other)
        }
    }

    /// Asks an app: the one of this number, the one that the operation belongs to, or all of the phone, in this order.
    private func ask(app number: UInt32?, _ occasion: Occasion, _ body: @escaping @Sendable (Phone) -> Void) {
        let app = number.map { AppID($0) } ?? occasion.app
        ask(phone: occasion.central, occasion.peripheral) { phone in
            for app in app.map({ [$0] }) ?? phone.apps { body(phone.app(app.rawValue)) }
        }
    }

    private func ask(phone id: NodeID?, _ other: NodeID?, _ body: @escaping @Sendable (Phone) -> Void) {
        guard let id = [id, other].compactMap({ $0 }).first(where: { node($0) is PhoneNode }) else { return }
        order { [world] in body(world.phone(id)) }
    }

    // MARK: Links

    /// Ends a link.
    func drop(_ link: RadioLink, _ end: Fault.LinkEnd) {
        drops.append((link, end))
        order { [world] in world.perform { $0.dropLinks() } }
    }

    func carryOutDrops() {
        let all = drops
        drops = []
        for (link, end) in all where link.central.isOpen && link.peripheral.isOpen {
            switch end {
            case .timeout: link.fallOutOfStep()
            case .peer: link.peripheral.terminate(.remoteUserTerminatedConnection)
            case .controller:
                link.central.close(.connectionTerminatedDueToMICFailure)
                link.peripheral.close(.connectionTerminatedDueToMICFailure)
            }
        }
    }
}

extension WorldState {
    /// Ends the links that have to end.
    fileprivate mutating func dropLinks() { (faults as? FaultEngine)?.carryOutDrops() }

    /// The time has come for a fault.
    mutating func faultsAreDue() {
        guard let engine = faults as? FaultEngine else { return }
        for node in engine.due() { touch(node) }
        carryOutFaults()
    }
}

extension Device {
    fileprivate func turnOff(for time: Nanoseconds?) {
        powerOff()
        guard let time else { return }
        world.after(time) { self.powerOn() }
    }
}

extension Phone {
    /// All apps of the phone.
    fileprivate var apps: [AppID] { world.lock.withLock { $0.phone(id).stack.apps } }

    fileprivate func turnBluetoothOff(for time: Nanoseconds?) {
        setBluetooth(false)
        guard let time else { return }
        world.after(time) { self.setBluetooth(true) }
    }

    /// The app is suspended and comes back. An app that does not run stays where it is.
    fileprivate func suspend(for time: Nanoseconds) {
        guard appState == .foreground || appState == .background else { return }
        suspend()
        world.after(time) { if self.appState != .terminated { self.enterForeground() } }
    }

    fileprivate func forgetAttributes() {
        world.performOnPhone(id) { phone, _ in phone.stack.model.forgetAttributes() }
    }
}
