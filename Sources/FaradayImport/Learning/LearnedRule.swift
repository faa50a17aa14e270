import BluetoothTypes
import BluetoothWire

/// What a device does after a write: the notifications and indications that follow, and how their bytes come about.
///
/// A rule says no more than its examples: `confirmed` writes were answered exactly so, `contradicted` ones otherwise.
package struct LearnedRule: Hashable, Sendable {
    /// A characteristic: by its handle, and by its types where the capture has the discovery.
    package struct Attribute: Hashable, Sendable {
        package var handle: ATT.Handle
        package var uuid: BluetoothUUID?
        package var service: BluetoothUUID?
    }

    /// Which values the rule is about.
    package struct Pattern: Hashable, Sendable {
        /// The bytes in order; `nil` is any byte.
        package var bytes: [UInt8?]
        /// Whether more bytes may follow.
        package var isOpenEnded: Bool

        /// Whether a value is one of those.
        package func matches(_ value: [UInt8]) -> Bool {
            guard isOpenEnded ? value.count >= bytes.count : value.count == bytes.count else { return false }
            return zip(bytes, value).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    /// Which answers a counter counts.
    package enum CounterScope: Hashable, Sendable, CaseIterable {
        /// The answers by this rule.
        case rule
        /// The answers by this rule, on each connection from the start.
        case ruleOfConnection
        /// All updates of the characteristic.
        case characteristic
        /// All updates of the characteristic, on each connection from the start.
        case characteristicOfConnection
    }

    /// A part of an answer.
    package enum Part: Hashable, Sendable {
        case constant(UInt8)
        /// A byte of the write, and what is added to it (modulo 256): an echo if that is 0.
        case request(at: Int, adding: UInt8)
        /// The bytes of the write from an index on, without so many at its end.
        case requestRest(from: Int, dropping: Int)
        /// The length of the write, and what is added to it (modulo 256).
        case requestLength(adding: UInt8)
        /// One more with each answer (modulo 256).
        case counter(first: UInt8, CounterScope)
        /// Over the bytes of the answer before it, from an index on.
        case checksum(ChecksumForm, from: Int)
        /// A byte that varies in a way that the examples do not tell.
        case unknown
    }

    /// How long after the write an answer came, in nanoseconds.
    package struct Delay: Hashable, Sendable {
        package var least: UInt64
        package var median: UInt64
        package var most: UInt64
    }

    /// One update that follows the write.
    package struct Answer: Hashable, Sendable {
        package var attribute: Attribute
        package var isIndication: Bool
        package var parts: [Part]
        package var delay: Delay
    }

    /// A write of the capture with the updates that followed it.
    package struct Example: Hashable, Sendable {
        /// The packet of the write, and those of the updates.
        package var place: PacketPlace
        package var answerPlaces: [PacketPlace]
        package var request: [UInt8]
        package var answers: [[UInt8]]
    }

    /// The characteristic that is written.
    package var trigger: Attribute
    package var pattern: Pattern
    /// In the order in which they follow; one or more.
    package var answers: [Answer]
    /// The writes that were answered so; at most 1,000 of them.
    package var examples: [Example]
    /// How many writes were answered so. Bytes that are `unknown` do not count.
    package var confirmed: Int
    /// The writes of this pattern that were answered otherwise, or not at all; at most 1,000 of them.
    package var contradictions: [Example]
    package var contradicted: Int

    /// Whether the rule is one exchange that was seen once.
    package var isSeenOnce: Bool { confirmed == 1 && contradicted == 0 }
    /// Whether the examples tell each byte of the answers.
    package var isWhole: Bool { answers.allSatisfy { !$0.parts.contains(.unknown) } }

    /// Where a write stands among those that a rule answers: it decides what counters say.
    package struct Position: Hashable, Sendable {
        /// The updates before it in each scope.
        package var counts: [CounterScope: Int]
        package init(counts: [CounterScope: Int] = [:]) { self.counts = counts }
    }

    /// The bytes of an answer to a write, `nil` where they are unknown; `nil` if the write is too short for the rule.
    package static func bytes(_ parts: [Part], request: [UInt8], at position: Position) -> [UInt8?]? {
        var bytes: [UInt8?] = []
        for part in parts {
            switch part {
            case .constant(let byte): bytes.append(byte)
            case .request(let index, let adding):
                guard index < request.count else { return nil }
                bytes.append(request[index] &+ adding)
            case .requestRest(let first, let dropping):
                guard first + dropping <= request.count else { return nil }
                bytes += request[first..<(request.count - dropping)].map { $0 }
            case .requestLength(let adding):
                bytes.append(UInt8(truncatingIfNeeded: request.count) &+ adding)
            case .counter(let first, let scope):
                bytes.append(first &+ UInt8(truncatingIfNeeded: position.counts[scope] ?? 0))
            case .checksum(let checksum, let first):
                guard first <= bytes.count else { return nil }
                let covered = bytes[first...].compactMap { $0 }
                let isKnown = covered.count == bytes.count - first
                bytes += checksum.bytes(of: covered[...]).map { isKnown ? $0 : nil }
            case .unknown: bytes.append(nil)
            }
        }
        return bytes
    }
}
