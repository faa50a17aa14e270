import FaradayBridge
import FaradayInspection
import Foundation

/// How the process ends: as sysexits.h numbers it, or by a number of ours below those.
enum ExitStatus: Int32 {
    case success = 0
    case failure = 1
    /// Nothing failed, but something was not there.
    case incomplete = 3
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case cantCreate = 73
}

/// What the tool says outside its commands.
enum Shell {
    /// What this is: as the changelog calls it, with the version of the traces that it writes.
    static let version = "faraday, 0.9.0 (trace format \(TraceFeed.version))"

    static let help = """
        Faraday: Bluetooth LE software, written and tested without a radio.

        usage: faraday COMMAND [OPTIONS]

          demo     runs an unmodified CoreBluetooth app against a simulated strap that goes out of
                   range, and against another simulated phone
          serve    gives HCI hosts (other stacks, apps, firmware) simulated controllers on one shared air
          device   runs a ready-made device, or one of a file, on a controller that is reached over HCI
          device-file
                   checks device files (*.faraday.json), and writes them as Swift
          import   makes a device file of a capture
          record   makes a device file of a device that a controller hears, or a Mac
          relay    lends this host's Bluetooth to programs that have none, such as apps in Apple's simulator
          step     performs a step in the world of 'faraday serve --control', or of an app under test
          tell     sends a command to a running world: moves a device, switches it off, changes a value
          watch    follows a running world in the terminal
          report   makes a page for a browser from a trace or a capture
          merge    makes one summary of what the shards of a campaign of explorations found
          doctor   tries on this machine what Faraday needs and promises, and says what to do
          verify   tries which of the rules in Behaviours.md two real ends keep
          seam     writes a protocol, a proxy, a spy and a dummy for types that tests can't replace

        'faraday COMMAND --help' and 'faraday help COMMAND' list a command's options; 'faraday --version' says
        which Faraday this is.
        """

    /// A capture that reports its errors on standard error.
    /// Formats of one node have the HCI of `node`.
    static func capture(
        _ path: String, of world: World, node: NodeID = NodeID(0)
    ) throws(CaptureFile.Problem) -> CaptureFile {
        try CaptureFile(
            path: path, of: world, node: node, onLoss: { complain(lossText(path, $0)) },
            onFailure: { complain($0.description) })
    }

    /// A capture on standard output, for Wireshark or any other program that reads pcapng as it comes.
    static func captureOnStandardOutput(of world: World) -> CaptureFile {
        CaptureFile(
            writingTo: .standardOutput, name: "on standard output", of: world,
            onLoss: { complain(lossText("on standard output", $0)) },
            onFailure: { complain($0.description) })
    }

    /// The message about a capture that is not complete.
    static func lossText(_ path: String, _ count: Int) -> String {
        "the capture \(path) lacks \(count) records: the buffer for records was full"
    }

    /// One line at once, also where standard output is no terminal.
    static func say(_ text: String, onStandardError: Bool = false) {
        let file = onStandardError ? FileHandle.standardError : FileHandle.standardOutput
        try? file.write(contentsOf: Data((text + "\n").utf8))
    }

    /// One clear line on standard error.
    static func complain(_ text: String) {
        FileHandle.standardError.write(Data("faraday: \(text)\n".utf8))
    }
}
