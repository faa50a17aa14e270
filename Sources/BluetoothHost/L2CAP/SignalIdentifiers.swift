extension Host {
    /// The identifiers of the signals that this end sends on one link and that are no answers.
    ///
    /// A number is never 0, and never that of a request whose answer is open (Core 6.0, Vol 3, Part A, 4).
    struct SignalIdentifiers: Hashable, Sendable {
        /// Those of requests whose answer is open.
        private(set) var open: [UInt8] = []
        private var last: UInt8 = 0

        init() {}

        /// The identifier of a signal that gets no answer.
        mutating func next() -> UInt8 {
            repeat { last = max(last &+ 1, 1) } while open.contains(last)
            return last
        }

        /// The identifier of a request; it stays in use until `close`.
        mutating func nextRequest() -> UInt8 {
            let identifier = next()
            open.append(identifier)
            return identifier
        }

        /// A request was answered, or is given up.
        mutating func close(_ identifier: UInt8) {
            open.removeAll { $0 == identifier }
            // An idle link keeps no storage for identifiers.
            if open.isEmpty { open = [] }
        }
    }
}
