import BluetoothTypes
import FaradaySimulation
import Foundation

/// What a failed world tells in a program without a test framework: its story, hints, and a capture file.
struct WorldAccount {
    private let world: World
    private let failure: RunNotes.Failure

    init(_ world: World, _ failure: RunNotes.Failure) {
        self.world = world
        self.failure = failure
    }

    func account(captureName: String) -> RunAccount {
        let snapshot = failure.snapshot(in: world)
        var lines = snapshot.account(seed: world.seed)
        lines += snapshot.hints.map { "hint: \($0)" }
        return RunAccount(
            story: lines.map(\.asciiText).joined(separator: "\n"), capture: writeCapture(captureName))
    }

    /// Writes the capture into FARADAY_CAPTURE_DIR, or into the folder for temporary files.
    private func writeCapture(_ name: String) -> String? {
        guard world.hasPackets else { return nil }
        let file = FailureCapture.directory.appendingPathComponent(
            "\(Self.plain(name))-\(Self.plain(failure.signature.description)).pcapng")
        do {
            try FailureCapture.write(world, to: file)
            return file.path
        } catch {
            return nil
        }
    }

    /// A name of letters, digits and dashes.
    private static func plain(_ name: String) -> String {
        let parts = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return String(parts.joined(separator: "-").prefix(100))
    }
}
