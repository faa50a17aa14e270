import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A capture of what an app's central managers do, which is written as it happens: a crash loses nothing.
///
/// It is a pcapng file, unless the name ends in `.btsnoop` or `.log` (btsnoop) or in `.pklg` (PacketLogger's format). Ports show
/// no packets, so the packets are rebuilt from commands and events: what they mean is the device's, their addresses and handles
/// are made up. `faraday import` makes a device file of it.
public final class RecordingFile: Sendable {
    /// Why a file can't be made.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The problem, with the path.
        public let description: String
    }

    /// Where the file is: the path that was asked for, or with a number if there was a file already.
    public let path: String
    private let state: Lock<State>

    private struct State {
        var capture = PortCapture()
        var writer: CaptureWriter
        /// `nil` when the file is closed, or can't be written any more.
        var descriptor: Int32?
    }

    /// Makes a file, and overwrites none: `strap.pcapng` becomes `strap-2.pcapng` if it exists.
    public convenience init(path: String) throws(Problem) { try self.init(path: path, overwrites: false) }

    package init(path: String, overwrites: Bool) throws(Problem) {
        let place = RecordingPath(path)
        var found = place.text(number: 1)
        var descriptor: Int32?
        for number in 1...Self.mostFiles where descriptor == nil {
            found = place.text(number: number)
            switch System.create(found, overwrites: overwrites) {
            case .success(let opened): descriptor = opened
            case .failure(let failure):
                guard failure.isExisting else {
                    throw Problem(description: "can't write the recording to \(found): \(failure)")
                }
            }
        }
        guard let descriptor else {
            throw Problem(description: "can't write the recording to \(path): there are too many")
        }
        self.path = found
        state = Lock(State(writer: CaptureWriter(path: found), descriptor: descriptor))
    }

    deinit { close() }

    private static let mostFiles = 10_000

    /// Ends the file; what happens later is not written.
    public func close() {
        state.withLock { state in
            if let descriptor = state.descriptor { System.end(descriptor) }
            state.descriptor = nil
        }
    }

    /// Changes the machine, and writes what follows; says so on standard error if that fails, and the app goes on.
    func record<Result>(_ body: (inout PortCapture) -> Result) -> Result {
        let (result, failure) = state.withLock { state in
            let result = body(&state.capture)
            for packet in state.capture.take() { state.writer.add(packet) }
            let bytes = state.writer.drain()
            guard let descriptor = state.descriptor, !bytes.isEmpty else {
                return (result, System.Failure?.none)
            }
            let failure = System.write(bytes, to: descriptor)
            if failure != nil {
                System.end(descriptor)
                state.descriptor = nil
            }
            return (result, failure)
        }
        if let failure { System.complain("Faraday: can't go on with the recording \(path): \(failure)") }
        return result
    }
}

/// The path of a recording, with numbers for those after the first.
struct RecordingPath: Hashable {
    private let front: String
    private let ending: String

    init(_ path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let dot = name.lastIndex(of: ".")
        guard let dot, dot != name.startIndex else {
            (front, ending) = (path, "")
            return
        }
        (front, ending) = (String(path[..<dot]), String(path[dot...]))
    }

    func text(number: Int) -> String { number == 1 ? front + ending : "\(front)-\(number)\(ending)" }
}
