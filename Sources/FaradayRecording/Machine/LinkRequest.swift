import BluetoothPort
import BluetoothTypes

/// Something that an app has asked for on a link, or that is told without being asked for.
struct LinkRequest: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case command(Central.Command)
        /// The exchange of the MTU, which the system does by itself.
        case mtu(UInt16)
        /// The read of the device's name, which the system does by itself.
        case name(String)
    }

    /// The number by which its sender speaks of it; `nil` for what the system does by itself.
    var ticket: Int?
    var kind: Kind
    /// Whether the port has accepted it.
    var isAccepted: Bool
    /// When its first request was written.
    var sent: MonotonicInstant?
    var answer: Central.Event?

    /// Whether all that is said of it can be written.
    var isAnswered: Bool {
        if case .command = kind { answer != nil } else { true }
    }

    /// Whether it waits for this event.
    func waits(for event: Central.Event) -> Bool {
        guard answer == nil, case .command(let command) = kind else { return false }
        return command.isEnded(by: event)
    }
}

extension Central.Command {
    /// The peer of a command that becomes a request or a command of the attribute protocol.
    var attributePeer: PeerIdentifier? {
        switch self {
        case .discoverServices(let peer, _), .discoverIncludedServices(let peer, _, _),
            .discoverCharacteristics(let peer, _, _), .discoverDescriptors(let peer, _),
            .readCharacteristic(let peer, _), .writeCharacteristic(let peer, _, _, _),
            .setNotify(let peer, _, _), .readDescriptor(let peer, _), .writeDescriptor(let peer, _, _):
            peer
        case .scan, .stopScan, .connect, .cancelConnection, .release, .readRSSI,
            .registerForConnectionEvents, .openChannel, .channel, .ranging, .reportMisuse:
            nil
        }
    }

    /// Whether an event is the end of what the command began.
    fileprivate func isEnded(by event: Central.Event) -> Bool {
        switch (self, event) {
        case (.discoverServices, .servicesDiscovered): true
        case (.discoverIncludedServices(_, _, let item), .includedServicesDiscovered(_, let found, _, _)),
            (.discoverCharacteristics(_, _, let item), .characteristicsDiscovered(_, let found, _, _)),
            (.discoverDescriptors(_, let item), .descriptorsDiscovered(_, let found, _, _)),
            (.readCharacteristic(_, let item), .characteristicValue(_, let found, _)),
            (.writeCharacteristic(_, let item, _, .withResponse), .characteristicWritten(_, let found, _)),
            (.setNotify(_, let item, _), .notifyStateChanged(_, let found, _, _)),
            (.readDescriptor(_, let item), .descriptorValue(_, let found, _)),
            (.writeDescriptor(_, let item, _), .descriptorWritten(_, let found, _)):
            item == found
        default: false
        }
    }
}

extension Central.Event {
    /// The peer of an event about attributes, and the error that it tells.
    var attributePeer: PeerIdentifier? {
        switch self {
        case .attributesKnown(let peer, _), .servicesDiscovered(let peer, _, _),
            .includedServicesDiscovered(let peer, _, _, _), .characteristicsDiscovered(let peer, _, _, _),
            .descriptorsDiscovered(let peer, _, _, _), .servicesModified(let peer, _),
            .characteristicValue(let peer, _, _), .characteristicWritten(let peer, _, _),
            .notifyStateChanged(let peer, _, _, _), .descriptorValue(let peer, _, _),
            .descriptorWritten(let peer, _, _), .nameChanged(let peer, _):
            peer
        default: nil
        }
    }

    /// The error that an answer tells.
    var answerError: PortError? {
        switch self {
        case .servicesDiscovered(_, _, let error), .includedServicesDiscovered(_, _, _, let error),
            .characteristicsDiscovered(_, _, _, let error), .descriptorsDiscovered(_, _, _, let error),
            .characteristicWritten(_, _, let error), .notifyStateChanged(_, _, _, let error),
            .descriptorWritten(_, _, let error):
            error
        case .characteristicValue(_, _, .failure(let error)), .descriptorValue(_, _, .failure(let error)):
            error
        default: nil
        }
    }
}
