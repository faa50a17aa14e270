import BluetoothTypes
import BluetoothWire

extension Host {
    /// What a host gives its driver, in order.
    package enum Output: Hashable, Sendable {
        /// For the controller.
        case controller(HCI.Packet)
        /// For the upper layer.
        case event(Host.Event)
    }

    /// A queue of two stacks: outputs are put on one and taken from the other, which gets all of the first, turned round,
    /// whenever it is empty. So each output is moved and none is copied, and the usual one, which is alone, is not even
    /// turned round. A ring takes 150 instructions more for each output, because its places have to contain something.
    struct OutputQueue: Sendable {
        /// The newest last.
        private var added: [Output] = []
        /// The oldest last; all of them are older than those that were `added`.
        private var leaving: [Output] = []

        /// An idle host must not keep the storage of a burst.
        private static let placesKept = 8

        var isEmpty: Bool { added.isEmpty && leaving.isEmpty }

        @inline(__always)
        mutating func append(_ output: consuming Output) { added.append(output) }

        @inline(__always)
        mutating func next() -> Output? {
            if leaving.isEmpty {
                if added.count < 2 { return added.popLast() }
                turnRound()
            }
            let output = leaving.removeLast()
            if leaving.isEmpty, leaving.capacity > Self.placesKept { releaseStorage() }
            return output
        }

        private mutating func turnRound() {
            swap(&added, &leaving)
            leaving.reverse()
        }

        /// Gives the storage of empty stacks back.
        mutating func releaseStorage() {
            if added.isEmpty, added.capacity > 0 { added = [] }
            if leaving.isEmpty, leaving.capacity > 0 { leaving = [] }
        }
    }
}
