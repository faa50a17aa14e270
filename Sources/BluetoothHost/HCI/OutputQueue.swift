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

    /// A queue in one array. The last output, which is mostly the only one, is moved out of it; a ring, whose places always
    /// contain something, takes 150 instructions more for each.
    struct OutputQueue: Sendable {
        /// The oldest is at `head`; the places before it contain `nothing`.
        private var places: [Output] = []
        private var head = 0

        /// What a place contains whose output was taken: a value without storage of its own.
        private static var nothing: Output { .event(.poweredOff) }
        /// An idle host must not keep the storage of a burst.
        private static let placesKept = 16

        @inline(__always)
        mutating func append(_ output: consuming Output) { places.append(output) }

        @inline(__always)
        mutating func next() -> Output? {
            let left = places.count - head
            if left == 0 { return nil }
            if left > 1 { return takeFirst() }
            let output = places.removeLast()
            if head > 0 { restart() }
            return output
        }

        private mutating func takeFirst() -> Output {
            // To move a few up costs less than a place that is emptied now and removed later.
            if head == 0, places.count <= Self.placesKept { return places.remove(at: 0) }
            var output = Self.nothing
            swap(&output, &places[head])
            head += 1
            if head >= 64, head * 2 >= places.count {
                places.removeFirst(head)
                head = 0
            }
            return output
        }

        private mutating func restart() {
            places.removeAll(keepingCapacity: head <= Self.placesKept)
            head = 0
        }

        /// Gives the storage of an empty queue back.
        mutating func releaseStorage() {
            if places.isEmpty, places.capacity > 0 { places = [] }
        }
    }
}
