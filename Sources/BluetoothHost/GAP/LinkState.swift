import BluetoothTypes
import BluetoothWire

extension Host {
    /// Everything that the host keeps for one link.
    struct LinkState: Sendable {
        let id: LinkID
        var link: Link
        var bearer: AttributeBearer
        var outbox = Outbox()
        /// How many packets the controller holds for this link.
        var outstanding = 0
        var reassembly = Reassembly()
        var parameters = ParameterState()
        var channels = ChannelTable()
        var remoteFeatures: HCI.LEFeatures?
        /// A disconnect is running.
        var isClosing = false
        /// The addresses as they are on air; pairings use these.
        var localAddress = DeviceAddress.zero
        var peerAddressOnAir: DeviceAddress
        var security = OnDemand<LinkSecurityState>()

        init(id: LinkID, link: Link, bearer: AttributeBearer) {
            self.id = id
            self.link = link
            self.bearer = bearer
            peerAddressOnAir = link.peer
        }

        var handle: UInt16 { link.connectionHandle }

        /// The next deadline of the bearer, of a request for parameters, of a channel or of a pairing.
        var nextDeadline: Instant? {
            var earliest = bearer.nextDeadline
            if let mine = parameters.deadline { earliest = earliest.map { min($0, mine) } ?? mine }
            if !channels.isEmpty, let mine = channels.nextDeadline {
                earliest = earliest.map { min($0, mine) } ?? mine
            }
            if !security.isEmpty, let mine = security.value?.nextDeadline {
                earliest = earliest.map { min($0, mine) } ?? mine
            }
            return earliest
        }

        /// An identifier for a signal that is no answer: not 0, and not that of a request whose answer is
        /// open.
        mutating func nextSignalIdentifier() -> UInt8 {
            repeat {
                parameters.identifier = max(parameters.identifier &+ 1, 1)
            } while parameters.isUsingIdentifier
                || channels.index(identifier: parameters.identifier) != nil
            return parameters.identifier
        }
    }

    /// The state of a change of connection parameters.
    struct ParameterState: Hashable, Sendable {
        /// A change that this end began.
        enum Own: Hashable, Sendable {
            /// LE Connection Update is with the controller. Goes to `none` with LE Connection Update
            /// Complete, or to `requesting` when the link layer of a peripheral can't do it.
            case updating(ParameterUnits)
            /// The L2CAP request is with the central. Goes to `none` with its response or the deadline.
            case requesting(ParameterUnits, identifier: UInt8, deadline: Instant)
        }

        /// A change that the peer asked for.
        enum Asked: Hashable, Sendable {
            /// The upper layer has been asked. Goes to `replying` or `none` with its answer.
            case linkLayer(ParameterUnits)
            case signal(ParameterUnits, identifier: UInt8)
            /// The answer is on its way to the controller. Goes to `none` when the controller took it.
            case replying
        }

        var own: Own?
        /// The last change that the upper layer wants after `own` has finished.
        var next: ConnectionParameters?
        var asked: Asked?
        /// The identifier of the last L2CAP signal that was no answer; 0 is never used.
        var identifier: UInt8 = 0

        init() {}

        /// How long the central may take for an answer (Core 6.0, Vol 3, Part C, 9.3.9: 30 s).
        static let patience = Nanoseconds.seconds(30)

        /// Whether `identifier` belongs to the request whose answer is open.
        var isUsingIdentifier: Bool {
            if case .requesting(_, identifier, _) = own { return true }
            return false
        }

        var deadline: Instant? {
            if case .requesting(_, _, let deadline) = own { return deadline }
            return nil
        }
    }
}
