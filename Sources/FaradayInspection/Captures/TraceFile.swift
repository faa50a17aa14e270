import BluetoothWire

/// A trace in a file: lines of JSON, with or without a header.
package enum TraceFile {
    /// The text as a feed; a trace without a header gets one.
    package static func feed(_ text: [UInt8], title: String) throws(CaptureProblem) -> [UInt8] {
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: true)
        for (number, line) in lines.enumerated() where line.first != 0x7B {
            throw CaptureProblem("line \(number + 1) is no JSON object")
        }
        guard let first = lines.first else { throw CaptureProblem("the trace is empty") }
        if first.starts(with: Array(#"{"faraday":"#.utf8)) { return text }
        let header = TraceFeed.header(title: title, origin: .world, isPlain: true)
        return Array(header.utf8) + [0x0A] + text
    }
}
