import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// A peripheral manager's commands and updates (behaviour section 6).
extension PhoneModel {
    /// Executes a command of a peripheral manager; events follow as outputs.
    @discardableResult
    package mutating func handle(
        _ command: Peripheral.Command, from session: SessionID, at now: Instant
    ) -> CommandResult {
        guard let index = managers.peripheral(session) else { return .ignored }
        if effects.screensEvents { clock = now }
        defer { screenEvents() }
        if case .reportMisuse(let misuse) = command {
            effects.append(.misuse(session, misuse))
            return .accepted
        }
        if case .channel(let channel, let command) = command {
            // Channel streams outlive the radio; using them after power off is no misuse.
            return channels.handle(command, on: channel, of: session, into: &effects) ? .accepted : .ignored
        }
        guard managers.peripherals[index].core.state == .poweredOn else {  // 1.11
            effects.append(.misuse(session, .peripheralNotPoweredOn(session, call: command.call)))
            return .ignored
        }
        switch command {
        case .add(let service): server.add(service, for: session, into: &effects)
        case .remove(let service):
            return server.remove(service, of: session, into: &effects) ? .accepted : .ignored
        case .removeAllServices: server.removeAll(of: session, into: &effects)
        case .startAdvertising(let request):
            let core = managers.peripherals[index].core
            let presence = apps.presence(of: core.app, .peripheral)
            advertiser.start(request, for: core.id, of: core.app, in: presence, into: &effects)
        case .stopAdvertising: advertiser.stop(session, into: &effects)
        case .respond(let request, let code, let value, let part):
            return server.respond(request, code, value, part: part, by: session, at: now, into: &effects)
        case .setDesiredConnectionLatency(let latency, let central):
            router.request(latency, of: central, at: now, into: &effects)
        case .publishChannel(let isEncrypted):
            channels.publish(isEncrypted: isEncrypted, for: session, into: &effects)
        case .unpublishChannel(let psm):
            channels.unpublish(psm, of: session, into: &effects)
        case .reportMisuse, .channel: break
        }
        return .accepted
    }

    /// Sends a peripheral manager's update to subscribers. Returns false if it was not sent: if the queue had no room,
    /// an event says when there is room again (6.19); otherwise it was misuse.
    @discardableResult
    package mutating func update(
        _ update: Peripheral.Update, from session: SessionID, at now: Instant
    ) -> Bool {
        guard let index = managers.peripheral(session) else { return false }
        if effects.screensEvents { clock = now }
        guard managers.peripherals[index].core.state == .poweredOn else {  // 1.11
            effects.append(
                .misuse(session, .peripheralNotPoweredOn(session, call: Peripheral.Update.call)))
            return false
        }
        return server.update(update, by: session, into: &effects)
    }
}
