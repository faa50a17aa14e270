import BluetoothPort
import BluetoothTypes

/// The PSMs of a `LocalPeripheral`, and who takes the channels that centrals open to them.
struct ChannelListeners {
    enum Event: Hashable, Sendable {
        case opened(RemoteCentral, Channel)
        case ended(ClientError)
    }

    typealias Receive = @Sendable (Event) -> Void

    /// Calls that wait for their PSM, in order; `nil` for one that has ended meanwhile.
    var awaited: [RoleRequest?] = []
    /// The request that has published a PSM.
    var open: [UInt16: UInt64] = [:]
    /// The app has ended them while Bluetooth was off.
    var owed: [UInt16] = []
}

extension PeripheralMachine {
    mutating func publishChannel(_ request: RoleRequest, isEncrypted: Bool) {
        listeners.awaited.append(request)
        outputs.append(.command(.publishChannel(isEncrypted: isEncrypted)))
    }

    mutating func channelPublished(_ psm: UInt16, _ error: PortError?) {
        let request = listeners.awaited.isEmpty ? nil : listeners.awaited.removeFirst()
        guard let request else {
            if error == nil { unpublish(psm) }
            return
        }
        if let error {
            return fail(request, ClientError(error, .publishChannel).reason, error)
        }
        listeners.open[psm] = request.id
        log(.channelPublished(psm: psm))
        finish(request, .success(.number(Int(psm))))
    }

    /// Takes the channel to its listener.
    mutating func channelOpened(_ central: RemoteCentral, _ channel: Channel) {
        know(central)
        guard let listener = listeners.open[channel.psm] else {
            return outputs.append(.discard(channel.identifier))
        }
        outputs.append(.listener(request: listener, .opened(central, channel)))
    }

    mutating func endListener(_ psm: UInt16) {
        guard let listener = listeners.open.removeValue(forKey: psm) else { return }
        outputs.append(.unlistened(request: listener))
        unpublish(psm)
    }

    private mutating func unpublish(_ psm: UInt16) {
        if radio == .poweredOn {
            outputs.append(.command(.unpublishChannel(psm: psm)))
        } else {
            listeners.owed.append(psm)
        }
    }

    mutating func unpublishOwed() {
        for psm in listeners.owed { outputs.append(.command(.unpublishChannel(psm: psm))) }
        listeners.owed = []
    }

    /// The system has cleared its PSMs, and would choose others.
    mutating func loseListeners(_ reason: ClientError.Reason) {
        let lost = listeners.open
        listeners = ChannelListeners()
        for psm in lost.keys.sorted() {
            guard let listener = lost[psm] else { continue }
            outputs.append(.listener(request: listener, .ended(ClientError(reason, .publishChannel))))
        }
    }

    mutating func failAwaitedChannels(_ reason: ClientError.Reason) {
        let ended = listeners.awaited.compactMap { $0 }
        listeners.awaited = []
        for request in ended { fail(request, reason) }
    }
}
