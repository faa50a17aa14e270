import BluetoothWire
import FaradayImport
import Foundation

/// A capture in a file, which is read in pieces whenever somebody goes through it.
final class StoredCapture: PacketSource {
    private let path: String
    /// What the file had at first: a file that still grows is the same each time.
    private let size: Int
    /// All bytes, if they come once only, as those of a pipe.
    private let bytes: [UInt8]?
    /// How often it was gone through.
    private var passes = 0

    private static let piece = 1 << 20

    init(_ path: String) throws(CaptureProblem) {
        self.path = path
        var info = stat()
        if stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0 {
            (size, bytes) = (Int(info.st_size), nil)
            return
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CaptureProblem("\(path): \(FilePlace(path).readProblem)")
        }
        guard !data.isEmpty else { throw CaptureProblem("\(path): the file is empty") }
        (size, bytes) = (data.count, [UInt8](data))
    }

    func forEachPacket(_ take: (CapturedPacket) -> Void) throws(CaptureProblem) {
        passes += 1
        var progress = ReadingProgress(of: path, size: size, isFirst: passes == 1)
        var stream = CaptureStream()
        var (index, packets) = (0, 0)
        do throws(CaptureProblem) {
            try forEachPiece { piece throws(CaptureProblem) in
                stream.add(piece)
                index += piece.count
                while let packet = try stream.next() {
                    packets += 1
                    take(packet)
                }
                progress.show(index, packets: packets)
            }
            stream.end()
            while let packet = try stream.next() { take(packet) }
        } catch {
            progress.clear()
            throw CaptureProblem("\(path): \(error)")
        }
        progress.clear()
        guard stream.length < index, passes == 1 else { return }
        Shell.complain(
            "\(path): what is behind byte \(stream.length) is left out, because no whole packet begins there"
        )
    }

    private func forEachPiece(_ take: ([UInt8]) throws(CaptureProblem) -> Void) throws(CaptureProblem) {
        if let bytes { return try take(bytes) }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CaptureProblem(FilePlace(path).readProblem)
        }
        defer { try? file.close() }
        var rest = size
        while rest > 0 {
            let data: Data?
            do { data = try file.read(upToCount: min(rest, Self.piece)) } catch {
                throw CaptureProblem("it can't be read")
            }
            // The file may have become shorter.
            guard let data, !data.isEmpty else { return }
            let piece = [UInt8](data)
            try take(piece)
            rest -= piece.count
        }
    }
}
