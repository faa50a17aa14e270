#if os(Linux)
import BluetoothPort
import Foundation

/// One end of a socket on which an exploration and a child exchange lines.
final class LineChannel: Sendable {
    private let descriptor: Int32
    private let received = Lock<[UInt8]>([])

    /// An error and not a signal, if the other process has ended.
    private static let sendFlags = Int32(MSG_NOSIGNAL)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Closes the socket; the other process reads its end.
    func end() { close(descriptor) }

    /// Writes a line with its end. If the other process has ended, nothing happens; `read` tells that.
    func write(_ line: [UInt8]) {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.sendFlags) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }

    /// Waits for the next line, and returns it without its end; `nil` if the other process has ended.
    func read() -> [UInt8]? {
        var bytes = received.withLock { received in
            defer { received = [] }
            return received
        }
        var searched = 0
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let rest = Array(bytes[(end + 1)...])
                received.withLock { $0 = rest + $0 }
                return Array(bytes[..<end])
            }
            searched = bytes.count
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { return nil }
        }
    }
}
#endif
