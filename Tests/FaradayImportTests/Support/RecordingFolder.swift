#if os(macOS) || os(Linux)
import BluetoothPort
import FaradayRecording
import Foundation

@testable import FaradayImport

/// A folder for the recordings of one test, which removes it.
final class RecordingFolder: Sendable {
    private let path = NSTemporaryDirectory() + "faraday-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func place(_ name: String) -> String { path + "/" + name }

    func file(_ name: String = "app.pcapng") throws -> RecordingFile {
        try RecordingFile(path: place(name))
    }
}

extension RecordingFile {
    var bytes: [UInt8] { FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? [] }

    func imported() throws -> CaptureImport { try CaptureImport(files: [bytes]) }
}
#endif
