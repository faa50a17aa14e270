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
            /// Nothing of it is left once the controller has it.
            var command: HCI.Command
            let opcode: HCI.Opcode
            let purpose: Purpose
            /// When the answer is overdue, once the controller has the command.
            var deadline = Instant.never
        }

        /// First those that the controller has and has not answered, then those that wait: one list, so that a single
        /// command needs one allocation.
        private var entries: [Entry] = []
        /// How many commands the controller has.
        private var outstanding = 0
        /// How many more commands the controller accepts.
        private var room = 1
        /// Until when the controller must make room, if no command is outstanding and some wait.
        private var stallDeadline: Instant?

        init() {}

        @inline(__always)
        var isEmpty: Bool { entries.isEmpty }

        /// Whether something was queued since the storage was given back.
        private(set) var mayHoldStorage = false

        /// The next deadline; changes after `next`, `ended` and `giveUp`.
        @inline(__always)
        var nextDeadline: Instant? { outstanding == 0 ? stallDeadline : firstDeadline }

        /// When the first answer is overdue, if the controller has a command.
        private var firstDeadline: Instant {
            var earliest = entries[0].deadline
            for index in 1..<outstanding { earliest = min(earliest, entries[index].deadline) }
            return earliest
        }

        mutating func append(_ command: HCI.Command, for purpose: Purpose) {
            mayHoldStorage = true
            entries.append(Entry(command: command, opcode: command.opcode, purpose: purpose))
        }

        /// The next command that the controller accepts now.
        mutating func next(at now: Instant) -> HCI.Command? {
            guard outstanding < entries.count else {
                stallDeadline = nil
                return nil
            }
            guard room > 0 else {
                if stallDeadline == nil, outstanding == 0 { stallDeadline = now + Self.patience }
                return nil
            }
            stallDeadline = nil
            room -= 1
            entries[outstanding].deadline = now + Self.patience(with: entries[outstanding])
            // Moved out of its place: what a command contains has one owner.
            var command = HCI.Command.reset
            swap(&command, &entries[outstanding].command)
            outstanding += 1
            return command
        }

        private static func patience(with entry: Entry) -> Nanoseconds {
            if entry.purpose.isOptional { return optionalPatience }
            return entry.opcode == .reset ? resetPatience : patience
        }

        /// The controller answered `opcode` and accepts `allowed` commands now; returns `nil` if the command
        /// was not outstanding.
        mutating func ended(_ opcode: HCI.Opcode, allowed: UInt8) -> Purpose? {
            var purpose: Purpose?
            for index in 0..<outstanding where entries[index].opcode == opcode {
                purpose = take(index).purpose
                break
            }
            // Outstanding commands will use some of the room that the controller reports.
            room = max(0, Int(allowed) - outstanding)
            return purpose
        }

        /// Takes a command that the controller has.
        private mutating func take(_ index: Int) -> Entry {
            outstanding -= 1
            return index == entries.count - 1 ? entries.removeLast() : entries.remove(at: index)
        }

        /// Gives the storage of an empty queue back.
        mutating func releaseStorage() {
            guard isEmpty, mayHoldStorage else { return }
            entries = []
            mayHoldStorage = false
        }

        /// The command that has been outstanding, or has waited for room, for too long.
        mutating func giveUp(at now: Instant) -> (opcode: HCI.Opcode, purpose: Purpose)? {
            guard outstanding == 0 else {
                for index in 0..<outstanding where entries[index].deadline <= now {
                    let late = take(index)
                    room += 1
                    return (late.opcode, late.purpose)
                }
                return nil
            }
            guard let stallDeadline, stallDeadline <= now, let first = entries.first else { return nil }
            // Whatever sent it: a controller that accepts no commands at all cannot be used.
            return (first.opcode, .unanswered)
        }

        /// Removes what was to be sent for a link that has ended; returns the tokens that need an answer.
        mutating func linkLost(_ link: LinkID) -> [Token] {
            guard outstanding < entries.count else { return [] }
            var tokens: [Token] = []
            let sent = entries[..<outstanding]
            let waiting = entries[outstanding...].filter { entry in
                switch entry.purpose {
                case .link(link, _): return false
                case .rssi(link, let token):
                    tokens.append(token)
                    return false
                default: return true
                }
            }
            entries = sent + waiting
            return tokens
        }

        /// Forgets everything; the controller is about to be reset.
        mutating func reset() { self = CommandQueue() }
    }
}
