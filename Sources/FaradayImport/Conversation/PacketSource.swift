import BluetoothWire

/// The packets of a capture, as often as somebody asks for them: a file that is encrypted is gone through several times.
package protocol PacketSource {
    /// Why it can't be read.
    associatedtype Failure: Error

    /// Hands over the packets in their order in the file, the same ones each time.
    func forEachPacket(_ take: (CapturedPacket) -> Void) throws(Failure)
}

/// Packets that are in memory.
extension Array: PacketSource where Element == CapturedPacket {
    package func forEachPacket(_ take: (CapturedPacket) -> Void) {
        for packet in self { take(packet) }
    }
}

/// A file whose bytes are in memory, and whose packets are read in pieces.
package struct CaptureBytes: PacketSource {
    private let bytes: [UInt8]
    private let piece: Int

    /// - Parameter piece: How many bytes are read at a time.
    package init(_ bytes: [UInt8], piece: Int = 1 << 20) { (self.bytes, self.piece) = (bytes, max(1, piece)) }

    package func forEachPacket(_ take: (CapturedPacket) -> Void) throws(CaptureProblem) {
        var stream = CaptureStream()
        var index = 0
        while index < bytes.count {
            let end = Swift.min(bytes.count, index + piece)
            stream.add(Array(bytes[index..<end]))
            index = end
            while let packet = try stream.next() { take(packet) }
        }
        stream.end()
        while let packet = try stream.next() { take(packet) }
    }
}
