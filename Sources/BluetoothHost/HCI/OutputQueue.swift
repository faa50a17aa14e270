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

    /// A ring buffer: inserting and removing move one value each, however long the queue is.
    struct OutputQueue: Sendable {
        /// The number of places is a power of two, or zero; unused places contain `nothing`.
        private var places: [Output] = []
        private var head = 0
        private(set) var count = 0

        /// What an unused place contains: a value without storage of its own.
        private static let nothing = Output.event(.poweredOff)
        /// An idle host must not keep the storage of a burst.
        private static let placesKept = 8

        mutating func append(_ output: consuming Output) {
            if count == places.count { grow() }
            places[(head &+ count) & (places.count &- 1)] = output
            count &+= 1
        }

        mutating func next() -> Output? {
            guard count > 0 else { return nil }
            var output = Self.nothing
            swap(&output, &places[head])
            head = (head &+ 1) & (places.count &- 1)
            count &-= 1
            if count == 0, places.count > Self.placesKept {
                places = []
                head = 0
            }
            return output
        }

        /// Gives the storage of an empty queue back.
        mutating func releaseStorage() {
            guard count == 0, !places.isEmpty else { return }
            places = []
            head = 0
        }

        private mutating func grow() {
            guard !places.isEmpty else {
                places = Array(repeating: Self.nothing, count: 2)
                return
            }
            var wider: [Output] = []
            let width = places.count * 2
            wider.reserveCapacity(width)
            for offset in 0..<count { wider.append(places[(head + offset) & (places.count - 1)]) }
            while wider.count < width { wider.append(Self.nothing) }
            places = wider
            head = 0
        }
    }
}
