import BluetoothTypes

/// What a device does by rules: values instead of closures, so that a file can hold them.
///
/// ```swift
/// DeviceDefinition(name: "Counter") {
///     DeviceAdvertising(services: ["FF00"])
///     DeviceService("FF00") {
///         DeviceCharacteristic("FF01", .write)
///         DeviceCharacteristic("FF02", .notify)
///     }
///     DeviceRules(
///         variables: ["count": 0],
///         rules: [
///             DeviceRule(
///                 .written("FF01", "01"),
///                 [.assign("count", "count + 1"), .notify("FF02", [.number("count", .u16)])]),
///             DeviceRule(.written("FF01"), [.refuse(.valueNotAllowed)]),
///         ])
/// }
/// ```
///
/// When something happens, the first rule for it counts that is for the present state, whose pattern matches and whose
/// condition holds; the others are not looked at. `every` and `after` have nothing to do with each other: each of them
/// happens. A write that no rule takes is accepted; a read that no rule takes is answered with the value. A characteristic
/// whose reads or writes have a handler in Swift keeps that, and has no rules for them.
///
/// Each device in a world has its variables and its state for itself, as they were when it started; a reset begins anew.
public struct DeviceRules: Hashable, Sendable {
    /// Something that the device remembers.
    public struct Variable: Hashable, Sendable {
        /// Letters, digits and `_`, not beginning with a digit.
        public var name: String
        /// What it is when the device starts.
        public var start: Start
        /// Whether it outlives a reset, as what is in flash memory does.
        public var isKept: Bool

        /// The kind of a variable, and its first value.
        public enum Start: Hashable, Sendable {
            /// A number of 64 bits, with sign.
            case number(Int64)
            /// Up to 1 MiB of bytes.
            case bytes([UInt8])
        }

        public init(_ name: String, _ start: Start, isKept: Bool = false) {
            (self.name, self.start, self.isKept) = (name, start, isKept)
        }
    }

    /// Values that the device sends one after the other while a central is subscribed, from the first subscription on.
    public struct Series: Hashable, Sendable {
        /// One value of a series.
        public struct Step: Hashable, Sendable {
            /// The time since the value before it, or since the subscription.
            public var delay: Nanoseconds
            public var value: [UInt8]

            public init(after delay: Nanoseconds, _ value: [UInt8]) {
                (self.delay, self.value) = (delay, value)
            }
        }

        public var characteristic: DeviceRule.Characteristic
        public var steps: [Step]
        /// Whether the first step follows the last one.
        public var repeats: Bool

        public init(_ characteristic: DeviceRule.Characteristic, _ steps: [Step], repeats: Bool = false) {
            (self.characteristic, self.steps, self.repeats) = (characteristic, steps, repeats)
        }
    }

    /// The answers to reads, one after the other.
    public struct Readings: Hashable, Sendable {
        public var characteristic: DeviceRule.Characteristic
        public var values: [[UInt8]]
        /// Whether the first value follows the last one; otherwise the last one stays.
        public var repeats: Bool

        public init(_ characteristic: DeviceRule.Characteristic, _ values: [[UInt8]], repeats: Bool = false) {
            (self.characteristic, self.values, self.repeats) = (characteristic, values, repeats)
        }
    }

    /// What the device remembers.
    public var variables: [Variable]
    /// The states that the device can be in; it starts in the first. Empty for a device with only one.
    public var states: [String]
    public var rules: [DeviceRule]
    public var series: [Series]
    public var readings: [Readings]
    /// A recorded conversation; `nil` if there is none.
    public var conversation: DeviceConversation?
    /// How the device uses it. In a strict replay all reads and writes are the conversation's, and nothing else here counts.
    public var replay = DeviceReplay.lenient

    public init(
        variables: [Variable] = [], states: [String] = [], series: [Series] = [], readings: [Readings] = [],
        rules: [DeviceRule] = [], conversation: DeviceConversation? = nil
    ) {
        self.variables = variables
        self.states = states
        self.rules = rules
        self.series = series
        self.readings = readings
        self.conversation = conversation
    }

    /// Creates rules with variables that are numbers, by their names.
    public init(
        variables: KeyValuePairs<String, Int64>, states: [String] = [], series: [Series] = [],
        readings: [Readings] = [], rules: [DeviceRule] = [], conversation: DeviceConversation? = nil
    ) {
        self.init(
            variables: variables.map { Variable($0.key, .number($0.value)) }, states: states, series: series,
            readings: readings, rules: rules, conversation: conversation)
    }

    /// Whether the device does nothing by rules.
    public var isEmpty: Bool {
        rules.isEmpty && series.isEmpty && readings.isEmpty && variables.isEmpty && states.isEmpty
            && conversation == nil && replay == .lenient
    }
}
