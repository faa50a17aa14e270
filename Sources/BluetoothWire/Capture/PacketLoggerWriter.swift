/// Writes HCI traffic as Apple's PacketLogger does (`.pklg`), which PacketLogger and Wireshark read.
///
/// A file has the packets of one controller: nothing in it tells several apart. The writer opens no file: the caller drains
/// its bytes. Times are nanoseconds since the Unix epoch, and are cut to microseconds. All numbers are big-endian.
///
/// ```swift
/// var writer = PacketLoggerWriter()
/// writer.add([0x01, 0x03, 0x0C, 0x00], .toController, at: 1_700_000_000_000_000_000)
/// let file = writer.drain()
/// ```
///
/// Source: the format as Wireshark reads it; Apple publishes none.
package struct PacketLoggerWriter: Sendable {
    private static let note: UInt8 = 0xFB

    /// The bytes that were written and not drained yet.
    package private(set) var pending: [UInt8] = []

    /// Starts a file, which has no header.
    package init() {}

    /// Hands over what was written since the last time.
    package mutating func drain() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// Adds an H4 packet, type byte first; ISO data and packets of unknown type are omitted, because the format has no
    /// number for them.
    package mutating func add(_ packet: [UInt8], _ direction: CaptureDirection, at time: UInt64) {
        let isReceived = direction == .toHost
        let type: UInt8
        switch packet.first {
        case 1: type = 0x00
        case 2: type = isReceived ? 0x03 : 0x02
        case 3: type = isReceived ? 0x09 : 0x08
        case 4: type = 0x01
        default: return
        }
        record(type, packet.dropFirst(), at: time)
    }

    /// Adds a line of text.
    package mutating func addNote(_ text: String, at time: UInt64) {
        record(Self.note, Array(text.utf8.prefix(1024))[...] + [0], at: time)
    }

    private mutating func record(_ type: UInt8, _ payload: ArraySlice<UInt8>, at time: UInt64) {
        // The length counts what follows it; a record of 64 KiB and more is none.
        guard payload.count < 0xFFFF - 9 else { return }
        pending.append(bigEndian: UInt32(payload.count + 9))
        pending.append(bigEndian: UInt32(truncatingIfNeeded: time / 1_000_000_000))
        pending.append(bigEndian: UInt32(time % 1_000_000_000 / 1000))
        pending.append(type)
        pending.append(contentsOf: payload)
    }
}
