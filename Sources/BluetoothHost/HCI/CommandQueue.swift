import BluetoothTypes
import BluetoothWire

extension Host {
    /// Gives HCI commands to the controller when it has room for them, and matches its answers with them
    /// (Core 6.0, Vol 4, Part E, 4.4).
    struct CommandQueue: Hashable, Sendable {
        /// Which state machine sent a command, and so gets its answer.
        enum Purpose: Hashable, Sendable {
            case startup
            case observer
            case broadcaster
            case connections
            case privacy
            case link(LinkID, LinkOperation)
            case rssi(LinkID, Token)
            /// The link whose pairing waits is kept elsewhere, because the event that ends the operation
            /// names no link.
            case controllerKeys(ControllerKeys.Operation)
            /// The answer changes nothing.
            case unanswered

            /// Whether the host can continue without an answer.
            var isOptional: Bool {
                switch self {
                case .link(_, .setPHY), .link(_, .setDataLength), .link(_, .readRemoteFeatures),
                    .link(_, .encryptBlock), .link(_, .ranging), .controllerKeys:
                    true
                case .startup, .observer, .broadcaster, .connections, .privacy, .link, .rssi, .unanswered:
                    false
                }
            }
        }

        /// What a command does to a link.
        enum LinkOperation: Hashable, Sendable {
            case disconnect
            case readRemoteFeatures
            case update
            case parameterReply
            case setDataLength
            case setPHY
            case enableEncryption
            case replyWithKey
            case refuseEncryption
            case encryptBlock
            /// A step of Channel Sounding.
            case ranging(RangingStep)

            /// Whether the link's Security Manager gets the answer.
            var isOfSecurity: Bool {
                switch self {
                case .enableEncryption, .replyWithKey, .refuseEncryption, .encryptBlock: true
                case .disconnect, .readRemoteFeatures, .update, .parameterReply, .setDataLength, .setPHY,
                    .ranging:
                    false
                }
            }
        }

        /// How long the controller may take for an answer.
        static let patience = Nanoseconds.seconds(10)

        /// How long it may take for the first answer. What does not answer it is most often no controller,
        /// and the user waits for that error.
        static let resetPatience = Nanoseconds.seconds(2)

        /// How long it may take if the host can continue without the answer. Meanwhile no other command is
        /// sent.
        static let optionalPatience = Nanoseconds.seconds(1)

        private struct Entry: Hashable, Sendable {
            var command: HCI.Command
            var purpose: Purpose
        }

        private struct Outstanding: Hashable, Sendable {
            var opcode: HCI.Opcode
            var purpose: Purpose
            var deadline: Instant
        }

        private var waiting: [Entry] = []
        private var outstanding: [Outstanding] = []
        /// How many more commands the controller accepts.
        private var room = 1
        /// Until when the controller must make room, if no command is outstanding and some wait.
        private var stallDeadline: Instant?

        init() {}

        @inline(__always)
        var isEmpty: Bool { waiting.isEmpty && outstanding.isEmpty }

        /// Whether something was queued since the storage was given back.
        private(set) var mayHoldStorage = false

        /// The next deadline; changes after `next`, `ended` and `giveUp`.
        var nextDeadline: Instant? { outstanding.lazy.map { $0.deadline }.min() ?? stallDeadline }

        mutating func append(_ command: HCI.Command, for purpose: Purpose) {
            mayHoldStorage = true
            waiting.append(Entry(command: command, purpose: purpose))
        }

        /// The next command that the controller accepts now.
        mutating func next(at now: Instant) -> HCI.Command? {
            guard !waiting.isEmpty else {
                stallDeadline = nil
                return nil
            }
            guard room > 0 else {
                if stallDeadline == nil, outstanding.isEmpty { stallDeadline = now + Self.patience }
                return nil
            }
            stallDeadline = nil
            room -= 1
            let entry = waiting.removeFirst()
            outstanding.append(
                Outstanding(
                    opcode: entry.command.opcode, purpose: entry.purpose,
                    deadline: now + Self.patience(with: entry)))
            return entry.command
        }

        private static func patience(with entry: Entry) -> Nanoseconds {
            if entry.purpose.isOptional { return optionalPatience }
            return entry.command.opcode == .reset ? resetPatience : patience
        }

        /// The controller answered `opcode` and accepts `allowed` commands now; returns `nil` if the command
        /// was not outstanding.
        mutating func ended(_ opcode: HCI.Opcode, allowed: UInt8) -> Purpose? {
            let index = outstanding.firstIndex { $0.opcode == opcode }
            let purpose = index.map { outstanding.remove(at: $0).purpose }
            // Outstanding commands will use some of the room that the controller reports.
            room = max(0, Int(allowed) - outstanding.count)
            return purpose
        }

        /// Gives the storage of an empty queue back.
        mutating func releaseStorage() {
            guard isEmpty, mayHoldStorage else { return }
            (waiting, outstanding) = ([], [])
            mayHoldStorage = false
        }

        /// The command that has been outstanding, or has waited for room, for too long.
        mutating func giveUp(at now: Instant) -> (opcode: HCI.Opcode, purpose: Purpose)? {
            guard outstanding.isEmpty else {
                guard let index = outstanding.firstIndex(where: { $0.deadline <= now }) else { return nil }
                let late = outstanding.remove(at: index)
                room += 1
                return (late.opcode, late.purpose)
            }
            guard let stallDeadline, stallDeadline <= now, let first = waiting.first else { return nil }
            // Whatever sent it: a controller that accepts no commands at all cannot be used.
            return (first.command.opcode, .unanswered)
        }

        /// Removes what was to be sent for a link that has ended; returns the tokens that need an answer.
        mutating func linkLost(_ link: LinkID) -> [Token] {
            var tokens: [Token] = []
            waiting.removeAll { entry in
                switch entry.purpose {
                case .link(link, _): return true
                case .rssi(link, let token):
                    tokens.append(token)
                    return true
                default: return false
                }
            }
            return tokens
        }

        /// Forgets everything; the controller is about to be reset.
        mutating func reset() { self = CommandQueue() }
    }
}
