import BluetoothTypes
import FaradayEngine

/// What a vocabulary knows of the world that its faults are for. A test makes its nodes after the plan is injected, so
/// mostly nothing is known, and the faults name nobody.
public struct FaultSurroundings: Hashable, Sendable, Codable {
    /// The display names of devices.
    public var devices: [String]
    /// The characteristics that may be concerned.
    public var characteristics: [BluetoothUUID]

    /// Creates surroundings; without arguments, unknown ones.
    public init(devices: [String] = [], characteristics: [BluetoothUUID] = []) {
        self.devices = devices
        self.characteristics = characteristics
    }

    /// Nothing is known.
    public static let unknown = FaultSurroundings()
}

/// The source from which a vocabulary draws one fault.
///
/// ```swift
/// let vocabulary = FaultVocabulary { draw in
///     Fault.read("2A19").nth(draw.count(upTo: 5)).fails(draw.element(of: [.unlikelyError, .insufficientResources]))
/// }
/// ```
public struct FaultDraw: Sendable {
    /// What is known of the world.
    public let surroundings: FaultSurroundings
    private var stream: EntropyStream

    init(seed: UInt64, surroundings: FaultSurroundings) {
        stream = Entropy(seed: seed).stream("fault vocabulary")
        self.surroundings = surroundings
    }

    /// The next 64 random bits.
    public mutating func bits() -> UInt64 { stream.next() }

    /// A number from 0 up to, not including, `bound`, which must be positive.
    public mutating func below(_ bound: Int) -> Int {
        Int(stream.below(UInt64(max(1, bound))))
    }

    /// A number from 1 to `most`; small ones are more likely, since most operations come few times.
    public mutating func count(upTo most: Int) -> Int { 1 + min(below(most), below(most)) }

    /// One of the elements, all equally likely; there must be one.
    public mutating func element<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Whether something with this probability, 0…1, happens.
    public mutating func isLucky(_ probability: Double) -> Bool {
        stream.unit() < probability
    }

    /// A length of time: from ten milliseconds to some minutes, each order of magnitude equally likely.
    public mutating func delay() -> Nanoseconds {
        element(of: [
            .milliseconds(1 + below(100)), .milliseconds(100 + 10 * below(90)),
            .milliseconds(1000 + 100 * below(90)), .seconds(10 + below(60)),
        ])
    }

    /// A virtual time: mostly in the first seconds, else in the first minutes.
    public mutating func moment() -> Nanoseconds {
        isLucky(0.7) ? .milliseconds(10 + 10 * below(1000)) : .milliseconds(10_000 + 100 * below(3000))
    }

    /// One of the known characteristics, or none.
    public mutating func characteristic() -> BluetoothUUID? {
        guard !surroundings.characteristics.isEmpty, isLucky(0.5) else { return nil }
        return element(of: surroundings.characteristics)
    }
}
