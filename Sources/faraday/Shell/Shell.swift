import FaradayBridge
import Foundation

/// How the process ends, as sysexits.h numbers it.
enum ExitStatus: Int32 {
    case success = 0
    case failure = 1
    case usage = 64
    case unavailable = 69
    case cantCreate = 73
}

/// What the tool says outside its commands.
enum Shell {
    static let help = """
        Faraday: Bluetooth LE software, written and tested without a radio.

        usage: faraday COMMAND [OPTIONS]

          demo     runs an unmodified CoreBluetooth app against a simulated strap that walks out of
                   range, and against another simulated phone
          serve    gives simulated controllers on one air to HCI hosts: other stacks, firmware
          device   runs a ready-made device on somebody else's controller
          step     has something happen in a served world, or in the world of an app that is being tested

        'faraday COMMAND --help' lists a command's options.
        """

    /// A capture that says on standard error what goes wrong with it.
    static func capture(_ path: String, of world: World) throws(CaptureFile.Problem) -> CaptureFile {
        try CaptureFile(
            path: path, of: world, onLoss: { complain(lossText(path, $0)) },
            onFailure: { complain($0.description) })
    }

    /// What is said of a capture that is not whole.
    static func lossText(_ path: String, _ count: Int) -> String {
        "the capture \(path) lacks \(count) records: more came than could be kept"
    }

    /// One clear line on standard error.
    static func complain(_ text: String) {
        FileHandle.standardError.write(Data("faraday: \(text)\n".utf8))
    }
}
