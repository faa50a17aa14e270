import BluetoothHost
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// Pairing, as the phone's user does it (behaviours 5.31 to 5.36).
extension Phone {
    /// Sets the closure that answers this phone's pairing alerts. Without it, `user` says what the user does; by
    /// default, the user accepts everything.
    ///
    /// `agent` is called once for each alert, on the thread that drives the world and without its lock. If it ignores
    /// an alert, the test can answer it later with `answer(_:with:)`.
    ///
    /// ```swift
    /// phone.onPairing { alert in alert.peerName == "Lock" ? .after(.seconds(3), .accept) : .reject }
    /// ```
    public func onPairing(_ agent: @escaping @Sendable (PairingAlert) -> PairingReply) {
        world.performOnPhone(id) { phone, _ in phone.pairingAgent = agent }
    }

    /// The alerts that the phone shows now, oldest first.
    public var pairingAlerts: [PairingAlert] { world.lock.withLock { $0.phone(id).alerts } }

    /// Answers a pairing alert; does nothing if the alert is no longer on the screen.
    public func answer(_ alert: PairingAlert, with reply: PairingReply) {
        PromptedUser(world: world, node: id, prompt: alert.prompt, number: alert.number).carryOut(reply)
    }

    /// The phone's bonds. They survive power-off and relaunches of apps.
    public var bonds: [Host.Bond] { world.lock.withLock { $0.phone(id).stack.host.bonds } }

    /// Replaces the bonds, as restoring a backup does.
    public func restore(_ bonds: [Host.Bond]) {
        world.performOnPhone(id) { phone, now in phone.stack.setBonds(bonds, at: now) }
    }

    /// The user taps a device in Settings. The system connects to it, pairs, and keeps it connected without any app,
    /// also after a lost link and after Bluetooth was off (behaviour 3.36).
    ///
    /// ```swift
    /// let keyboard = world.add(
    ///     DeviceDefinition(name: "Keys") {
    ///         DeviceAdvertising(services: ["1812"])
    ///         DeviceService("1812") { DeviceCharacteristic("2A4A", .read, requires: .encrypted) }
    ///         DeviceService("180F") { DeviceCharacteristic("2A19", .read, value: [90]) }
    ///     })
    /// phone.connectInSettings(keyboard)
    /// ```
    ///
    /// Apps find the device with `retrieveConnectedPeripherals(withServices:)` and share the link. The link stays up
    /// when they cancel. The system treats a bonded device with a service of `OSProfile.systemServices` in the same way
    /// once an app has paired with it.
    ///
    /// After `OSProfile.systemReconnectFailures` fast failures the system gives up until this is called again;
    /// `forget(_:)` ends it permanently. Until the device is bonded, the system finds it only by its identity address.
    public func connectInSettings(_ device: Device) {
        precondition(device.world === world, "the device is in another world")
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.connectInSettings(address, at: now) }
    }

    /// "Forget This Device" in Settings: the phone deletes the bond and ends the link. The device keeps its bond.
    public func forget(_ device: Device) { forget(device.address) }

    /// "Forget This Device", for the peer with this identity address.
    public func forget(_ peer: DeviceAddress) {
        world.performOnPhone(id) { phone, now in phone.stack.forget(peer, at: now) }
    }

    /// Forgets every bond.
    public func forgetAllDevices() {
        for bond in bonds { forget(bond.peer) }
    }

    /// The address by which bonded peers know the phone.
    public var identityAddress: DeviceAddress { world.lock.withLock { $0.phone(id).stack.host.identity } }
}

extension PhoneNode {
    /// Shows an alert. The user answers it when the lock is free.
    func show(_ alert: PairingAlert) {
        alerts.append(alert)
        if let trace, trace.isOn { trace.record(id, .up, .world(.pairingAlert(alert))) }
        let (world, id, user, agent) = (world, id, user, pairingAgent)
        later {
            let reply = agent?(alert) ?? user.pairingReply
            if reply == .ignore { ScreenWatch.leave(alert.number, of: id, in: world) }
            PromptedUser(world: world, node: id, prompt: alert.prompt, number: alert.number).carryOut(reply)
        }
    }

    /// Removes the alert about a link.
    func endAlert(on link: Host.LinkID) { alerts.removeAll { $0.link == link } }
}
