import BluetoothWire

@testable import FaradayEngine

/// A command that succeeds, and what becomes of it with other bytes.
struct ReservedValueRow: CustomStringConvertible, Sendable {
    /// What there is when the command comes.
    enum Situation: Sendable {
        case nothing
        /// Advertising set 0; its events are neither connectable nor scannable.
        case set
        /// Advertising set 0, which is scannable.
        case scannableSet
        /// A link with handle 1, whose central gets the command.
        case central
        /// The same, and the peripheral has asked for other parameters.
        case asked
        /// An encrypted link with Channel Sounding, whose central gets the command.
        case sounding
        /// The same with configuration 0 and its parameters.
        case configured
        /// The resolving list has the peer 5.
        case resolving
    }

    /// Bytes that replace those from this place on.
    struct Change: Sendable {
        let place: Int
        let bytes: [UInt8]
        let status: HCI.ErrorCode

        init(_ place: Int, _ bytes: [UInt8], _ status: HCI.ErrorCode = .invalidHCICommandParameters) {
            (self.place, self.bytes, self.status) = (place, bytes, status)
        }
    }

    let command: HCI.Command
    let situation: Situation
    let changes: [Change]

    init(_ command: HCI.Command, in situation: Situation = .nothing, _ changes: [Change]) {
        (self.command, self.situation, self.changes) = (command, situation, changes)
    }

    var description: String { command.opcode.name }

    var parameters: [UInt8] { Array(command.bytes.dropFirst(3)) }

    func parameters(with change: Change) -> [UInt8] {
        var bytes = parameters
        bytes.replaceSubrange(change.place..<change.place + change.bytes.count, with: change.bytes)
        return bytes
    }
}

extension ReservedValueRow.Situation {
    /// The air, and who gets the command.
    func make() -> (air: Air, node: NodeID) {
        switch self {
        case .nothing:
            let air = Air()
            return (air, air.add { $0.channelSounding = .init() })
        case .set, .scannableSet:
            let air = Air()
            let node = air.add()
            let properties: HCI.AdvertisingEventProperties = self == .set ? [] : .scannable
            air.send(
                .leSetExtendedAdvertisingParameters(
                    .init(
                        advertisingHandle: 0, advertisingEventProperties: properties,
                        primaryAdvertisingIntervalMin: 32, primaryAdvertisingIntervalMax: 32,
                        ownAddressType: .public)), to: node)
            return (air, node)
        case .central:
            let (air, central, _) = Air.linked()
            return (air, central)
        case .asked:
            let (air, central, peripheral) = Air.linked()
            air.send(
                .leConnectionUpdate(
                    .init(
                        connectionHandle: 1, connectionIntervalMin: 40, connectionIntervalMax: 40,
                        maxLatency: 0, supervisionTimeout: 100)), to: peripheral)
            air.run(.milliseconds(200))
            return (air, central)
        case .sounding, .configured:
            let pair = SoundingPair()
            pair.prepare()
            if self == .configured {
                pair.air.send(
                    .leCSCreateConfig(
                        .init(connectionHandle: 1, configID: 0, configuration: .init(role: .initiator))),
                    to: pair.central)
                pair.air.run(.milliseconds(200))
                pair.air.send(.leCSSetProcedureParameters(SoundingPair.parameters()), to: pair.central)
            }
            return (pair.air, pair.central)
        case .resolving:
            let air = Air()
            let node = air.add()
            air.send(
                .leAddDeviceToResolvingList(
                    .init(
                        peerIdentityAddress: DeviceAddress(5, .public),
                        peerIRK: Array(repeating: 1, count: 16), localIRK: Array(repeating: 2, count: 16))),
                to: node)
            return (air, node)
        }
    }
}

extension Air {
    /// Sends a command as a transport does, decoded if it can be, and returns the event that answers it.
    func answer(to opcode: HCI.Opcode, _ parameters: [UInt8], of node: NodeID) -> HCI.Event? {
        let undecoded = HCI.Command.unknown(opcode: opcode, parameters: parameters)
        forget()
        send((try? HCI.Command(bytes: undecoded.bytes)) ?? undecoded, to: node)
        return events(of: node).first { event in
            switch event {
            case .commandComplete(let complete): complete.opcode == opcode
            case .commandStatus(let status): status.opcode == opcode
            default: false
            }
        }
    }
}

extension HCI.Event {
    /// The status of an answer to a command.
    var answeredStatus: HCI.ErrorCode? {
        switch self {
        case .commandComplete(let complete): complete.status
        case .commandStatus(let status): status.status
        default: nil
        }
    }

    var isCommandStatus: Bool { if case .commandStatus = self { true } else { false } }
}
