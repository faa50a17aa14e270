import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a device does when something happens.
///
/// ```swift
/// DeviceRule(.written("FF01", ["A5", .rest("data")]), [.wait(.milliseconds(20)), .notify("FF02", [.data("data")])])
/// ```
public struct DeviceRule: Hashable, Sendable {
    /// A characteristic of the device: by its type, and by that of its service where several have it.
    public struct Characteristic: Hashable, Sendable {
        /// The type of its service; `nil` if the characteristic's own type says enough.
        public var service: BluetoothUUID?
        /// The type of the characteristic.
        public var uuid: BluetoothUUID
        /// Which of several with that type is meant, from 1 on, in the order of the definition.
        public var number: Int

        public init(_ uuid: BluetoothUUID, in service: BluetoothUUID? = nil, number: Int = 1) {
            (self.uuid, self.service, self.number) = (uuid, service, number)
        }
    }

    /// What happens.
    public enum Trigger: Hashable, Sendable {
        /// The device has started: it was added, powered on or reset.
        case started
        /// A central has connected.
        case connected
        /// A link has ended.
        case disconnected
        /// A link is lost: nothing came from the central for the supervision timeout. `disconnected` follows.
        case linkLost
        /// A pairing has succeeded.
        case paired
        /// A link is encrypted now, or with another key than before.
        case secured
        /// A central has subscribed to this characteristic.
        case subscribed(Characteristic)
        /// A central has unsubscribed from this characteristic, or its link has ended.
        case unsubscribed(Characteristic)
        /// A central has written a value that matches.
        case written(Characteristic, BytePattern = .any)
        /// A central reads; once for each value, also for a long one.
        case read(Characteristic)
        /// Once per interval since the device started; or while a central is subscribed, since the first subscription.
        case every(Nanoseconds, whileSubscribed: Characteristic? = nil)
        /// Once, so long after the device started.
        case after(Nanoseconds)
        /// The device has entered a state, by a rule.
        case entered(String)
    }

    /// What the device does.
    public enum Action: Hashable, Sendable {
        /// Answers a read with a value.
        case answer(ByteTemplate)
        /// Accepts a write. Without it, and without a `refuse`, a write is accepted before the other actions are done.
        case accept
        /// Answers a read or a write with an error.
        case refuse(ATT.ErrorCode)
        /// Changes a value without sending it.
        case set(Characteristic, ByteTemplate)
        /// Changes a value, and sends it to all subscribers.
        case notify(Characteristic, ByteTemplate)
        /// Sends bytes to the central that the rule is about, or to all subscribers if there is none, in values of at most
        /// `size` bytes; by default as many as one notification to it carries.
        case send(Characteristic, ByteTemplate, size: Int? = nil)
        /// Gives a number variable another value.
        case assign(String, DeviceExpression)
        /// Gives a bytes variable another value.
        case fill(String, ByteTemplate)
        /// Adds bytes to a bytes variable, up to 1 MiB in all.
        case append(String, ByteTemplate)
        /// The actions that follow are done so much later.
        case wait(Nanoseconds)
        /// Goes on only if this is not 0.
        case proceed(if: DeviceExpression)
        /// The device is in another state from now on.
        case enter(String)
        /// Ends the link that the rule is about, or all links if there is none.
        case disconnect(DeviceDisconnectReason = .userTerminated)
        /// Advertises otherwise.
        case advertise([DeviceAdvertising])
        /// Starts every advertising set that the device has at present.
        case startAdvertising
        /// Stops every advertising set, until `startAdvertising` or the next start of the device.
        case stopAdvertising
        /// Asks all centrals for this security.
        case requestSecurity(Host.SecurityLevel)
        /// Resets the device as a watchdog does.
        case reset(after: Nanoseconds = .milliseconds(100))
    }

    /// What happens.
    public var trigger: Trigger
    /// The states in which the rule counts; all if there are none.
    public var states: [String]
    /// What has to be true (not 0) for the rule to count.
    public var condition: DeviceExpression?
    /// What the device does, in order.
    public var actions: [Action]
    /// Where the rule comes from, for readers.
    public var note: String

    public init(
        _ trigger: Trigger, in states: [String] = [], if condition: DeviceExpression? = nil,
        _ actions: [Action], note: String = ""
    ) {
        self.trigger = trigger
        self.states = states
        self.condition = condition
        self.actions = actions
        self.note = note
    }
}

extension DeviceRule.Characteristic: ExpressibleByStringLiteral {
    /// Reads `"2A37"`, `"180D/2A37"` or `"180D/2A37#2"`. A text of another form names no characteristic, which is a
    /// `World.Mistake` when the device is added.
    public init(stringLiteral text: String) {
        self = .init(text) ?? .init(BluetoothUUID(stringLiteral: text))
    }

    /// Reads a text of these forms.
    public init?(_ text: String) {
        var rest = text[...]
        var (service, number): (BluetoothUUID?, Int) = (nil, 1)
        if let mark = rest.lastIndex(of: "#") {
            guard let count = Int(rest[rest.index(after: mark)...]), count > 0 else { return nil }
            (number, rest) = (count, rest[..<mark])
        }
        if let mark = rest.firstIndex(of: "/") {
            guard let uuid = BluetoothUUID(String(rest[..<mark])) else { return nil }
            (service, rest) = (uuid, rest[rest.index(after: mark)...])
        }
        guard let uuid = BluetoothUUID(String(rest)) else { return nil }
        self.init(uuid, in: service, number: number)
    }
}

extension DeviceRule.Characteristic: CustomStringConvertible {
    /// The shortest of the forms that a literal has.
    public var description: String {
        (service.map { "\($0)/" } ?? "") + "\(uuid)" + (number == 1 ? "" : "#\(number)")
    }
}
