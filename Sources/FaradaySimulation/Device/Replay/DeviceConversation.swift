import BluetoothTypes
import BluetoothWire

/// What a central and a device said to each other, step by step: what a capture shows of their connections.
///
/// ```swift
/// let conversation = DeviceConversation([
///     .init(.connected),
///     .init(.subscribed("180D/2A37")),
///     .init(.updated("180D/2A37", [0x00, 0x48]), after: .milliseconds(900)),
///     .init(.written("180D/2A39", [0x01])),
///     .init(.disconnected(by: .central)),
/// ])
/// ```
///
/// It has what apps do with values: reads, writes, subscriptions and updates of characteristics. How a central discovers
/// the database, and what the central's system does by itself, is not in it.
public struct DeviceConversation: Hashable, Sendable {
    /// One step.
    public struct Step: Hashable, Sendable {
        /// What happened.
        public var event: Event
        /// The time since the step before it.
        public var delay: Nanoseconds
        /// The number of its packet in the capture, as Wireshark counts; empty if it has none.
        public var packet: String

        public init(_ event: Event, after delay: Nanoseconds = .zero, packet: String = "") {
            (self.event, self.delay, self.packet) = (event, delay, packet)
        }
    }

    /// What happens in a step.
    public enum Event: Hashable, Sendable {
        /// A central connects.
        case connected
        /// A central subscribes to notifications or indications.
        case subscribed(DeviceRule.Characteristic)
        /// A central ends its subscription.
        case unsubscribed(DeviceRule.Characteristic)
        /// A central reads, and the device answers.
        case read(DeviceRule.Characteristic, ReadAnswer)
        /// A central writes, and the device answers.
        case written(DeviceRule.Characteristic, [UInt8], WriteAnswer = .accepted)
        /// The device notifies or indicates.
        case updated(DeviceRule.Characteristic, [UInt8])
        /// The connection ends.
        case disconnected(by: End)
    }

    /// What the device answers to a read.
    public enum ReadAnswer: Hashable, Sendable {
        /// The whole value, at most 512 bytes.
        case value([UInt8])
        /// The device refuses the read.
        case error(ATT.ErrorCode)
    }

    /// What the device answers to a write.
    public enum WriteAnswer: Hashable, Sendable {
        /// A Write Response.
        case accepted
        /// The device refuses the write.
        case error(ATT.ErrorCode)
        /// A Write Command, which gets no answer.
        case none
    }

    /// Who ends a connection.
    public enum End: Hashable, Sendable {
        /// The central disconnects.
        case central
        /// The device disconnects, and gives a reason.
        case device(DeviceDisconnectReason)
        /// Nobody: the device was not heard any more. In a strict replay it restarts, and is there again after a second.
        case loss
    }

    /// The steps in their order.
    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }
}

/// How a device uses the conversation of its definition.
public enum DeviceReplay: Hashable, Sendable {
    /// Not at all: rules answer whatever a central does.
    case lenient
    /// The conversation must be the recorded one. The first difference fails the test, and says what was recorded and what
    /// happens now.
    ///
    /// The device sends each update as long after the step before it as in the recording. A central that comes earlier
    /// waits for its answer until the updates that were recorded before it are sent; it may come as late as it likes. It may
    /// also disconnect while only updates are left of a connection.
    case strict
    /// As `strict`, but the device sends each update at once. Connections end when they did.
    case strictAtOnce
}

extension DeviceConversation {
    /// How far a strict replay has come.
    public struct Progress: Hashable, Sendable {
        /// How many steps have happened, from the first one on.
        public let done: Int
        /// How many there are.
        public let count: Int
        /// The step that comes next; `nil` at the end, and behind a difference.
        public let next: Step?
        /// What was not as recorded; `nil` if nothing was.
        public let difference: String?

        /// Whether everything has happened as it was recorded.
        public var isComplete: Bool { done == count && difference == nil }
    }
}

extension DeviceConversation.Event {
    /// The characteristic that it is about.
    package var characteristic: DeviceRule.Characteristic? {
        switch self {
        case .subscribed(let name), .unsubscribed(let name), .read(let name, _), .written(let name, _, _),
            .updated(let name, _):
            name
        case .connected, .disconnected: nil
        }
    }

    /// Whether it is the device that begins.
    var isOfDevice: Bool {
        switch self {
        case .updated, .disconnected(by: .device), .disconnected(by: .loss): true
        default: false
        }
    }
}
