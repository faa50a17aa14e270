import AppPromises
import Foundation

#if !FOR_MOCKS
import FaradayCoreBluetooth
#endif

/// One end of a channel. Each end sends the same endless pattern, or what it got, which is the same; so each byte that
/// comes is known.
final class PatternStream {
    private let channel: CBL2CAPChannel
    private let promises: Promises
    private var written = 0
    private var received = 0

    init(_ channel: CBL2CAPChannel, _ promises: Promises) {
        (self.channel, self.promises) = (channel, promises)
        channel.inputStream.open()
        channel.outputStream.open()
    }

    private static func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: place &* 31 >> 3) }

    /// Reads what is there, and writes a little more.
    func act(writes: Bool) {
        guard let input = channel.inputStream, let output = channel.outputStream else { return }
        var buffer = [UInt8](repeating: 0, count: 1 + promises.below(900))
        while input.hasBytesAvailable {
            let count = input.read(&buffer, maxLength: buffer.count)
            guard count > 0 else { break }
            for place in 0..<count where buffer[place] != Self.byte(received + place) {
                return promises.broke(.disordered("byte \(received + place) of a channel is another one"))
            }
            received += count
        }
        guard writes, output.hasSpaceAvailable else { return }
        let bytes = (0..<1 + promises.below(1500)).map { Self.byte(written + $0) }
        written += max(0, output.write(bytes, maxLength: bytes.count))
    }

    func close() {
        channel.inputStream.close()
        channel.outputStream.close()
    }
}
