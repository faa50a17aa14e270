/// Which way an HCI packet went.
package enum CaptureDirection: Hashable, Sendable {
    /// From the host to the controller: commands and outgoing data.
    case toController
    /// From the controller to the host: events and incoming data.
    case toHost
}

extension Array where Element == UInt8 {
    mutating func append(bigEndian value: UInt32) {
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func append(bigEndian value: UInt64) {
        append(bigEndian: UInt32(truncatingIfNeeded: value >> 32))
        append(bigEndian: UInt32(truncatingIfNeeded: value))
    }
}
