import BluetoothPort
import CInterposition

/// Where the app or the test has called: a number for the calls that led there. Two are always equal, so that records of
/// two runs do not differ in it.
package struct CallPlace: Hashable, Sendable {
    private let number: UInt32

    package static func == (one: CallPlace, other: CallPlace) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}

    // MARK: Noting

    /// So many calls lie between an app's function and what records its call, at most.
    private static let depth = 28
    /// A program with more places than these has code that is made while it runs.
    private static let limit = 20_000

    private struct Known {
        var numbers: [UInt64: UInt32] = [:]
        var calls: [(addresses: [UInt], line: SourceLine?)] = []
    }

    private static let known = Lock(Known())

    /// Where this thread is; `nil` if that can't be found out. Takes about as long as to call ten functions.
    package static var here: CallPlace? {
        withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: depth) { frames in
            let count = Int(faraday_trace_calls(frames.baseAddress, Int32(depth)))
            guard count > 0 else { return nil }
            return of(frames.prefix(count).lazy.map { UInt(bitPattern: $0) })
        }
    }

    /// The place of these return addresses, the innermost first.
    package static func of(_ addresses: some Collection<UInt>) -> CallPlace? {
        // FNV-1a over whole addresses.
        let key = addresses.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        return known.withLock { known in
            if let number = known.numbers[key] { return CallPlace(number: number) }
            guard known.calls.count < limit else { return nil }
            let number = UInt32(known.calls.count)
            known.numbers[key] = number
            known.calls.append((Array(addresses), nil))
            return CallPlace(number: number)
        }
    }

    private var addresses: [UInt] { Self.known.withLock { $0.calls[Int(number)].addresses } }

    // MARK: Asking

    /// The function of the app or of the test, as `Connection.read`; `nil` if only code of ours and of the system ran.
    package var function: String? { Symbols.call(in: addresses)?.function }

    /// Where the test has called what led there: the outermost of the calls that have nothing of ours between them.
    package var outermost: CallPlace? { Symbols.outermostCalls(in: addresses).flatMap { CallPlace.of($0) } }

    /// `HeartRateApp.swift:12, in HeartRateApp.start`, or as much of it as is known.
    package var text: String? {
        let place = line.map { "\($0.path.split(separator: "/").last ?? ""):\($0.line)" }
        let parts = [place, function.map { "in \($0)" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The file and the line, if they were looked up.
    package var line: SourceLine? { Self.known.withLock { $0.calls[Int(number)].line } }

    /// The places whose lines were not looked up, as offsets in the program's file.
    package static func offsets(of places: some Sequence<CallPlace>) -> [UInt32: UInt] {
        var offsets: [UInt32: UInt] = [:]
        for place in places where offsets[place.number] == nil && place.line == nil {
            guard let address = Symbols.call(in: place.addresses)?.address else { continue }
            // The address is behind the call.
            let offset = faraday_offset_at(address - 1)
            if offset != 0 { offsets[place.number] = offset }
        }
        return offsets
    }

    /// Keeps the lines of places that `offsets` has named.
    package static func learn(_ lines: [UInt32: SourceLine]) {
        known.withLock { known in
            for (number, line) in lines where known.calls.indices.contains(Int(number)) {
                known.calls[Int(number)].line = line
            }
        }
    }
}

/// A line of a source.
package struct SourceLine: Hashable, Sendable {
    /// The whole path, as the compiler got it.
    package var path: String
    package var line: Int

    package init(path: String, line: Int) { (self.path, self.line) = (path, line) }
}
