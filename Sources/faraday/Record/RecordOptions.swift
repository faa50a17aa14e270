import BluetoothPort
import BluetoothTypes
import FaradayBridge
import FaradayDeviceFiles
import Foundation

/// The options of `faraday record`.
struct RecordOptions {
    var endpoint: HCIEndpoint?
    var target = RecordingWalk.Target()
    var seconds = 10.0
    var script: String?
    var output: String?
    var capture: String?
    var redaction = Redaction.all
    var isForced = false
    var wantsHelp = false

    static let help = """
        Records a device: finds it, connects, walks through its database, reads what can be read, subscribes to everything,
        follows a script of writes, listens, and writes a device file and a capture.

        usage: faraday record [--hci ENDPOINT] (--name NAME | --id UUID | --service UUID) --output FILE [OPTIONS]

          --hci ENDPOINT        the controller that hears the device; it speaks H4. tcp:PORT is a port of this machine:
        \(EndpointText.forms)
                                without it, the host's own Bluetooth hears the device: on a Mac Apple's framework, which
                                asks whether the terminal may use Bluetooth; elsewhere the controller that FARADAY_HCI
                                names. A framework hides addresses, handles and pairing: the report says so
          --name NAME           the device's name
          --id UUID             the device's identifier on this host, as CoreBluetooth has it; not with --hci
          --service UUID        a service that the device advertises
          --seconds N           how long to listen to its values at the end, 0 to 3600 (default 10)
          --script FILE         what to do before that, a line for each step: 'write UUID BYTES', 'command UUID BYTES'
                                (a write without response), 'read UUID', 'wait TIME'; BYTES are hexadecimal
          --output FILE         the device file, which should end in .faraday.json
          --capture FILE        keep the capture too: pcapng if FILE ends in .pcapng, btsnoop if it ends in .btsnoop or
                                .log, PacketLogger's format if it ends in .pklg. It is not redacted
          --keep PARTS          what stays in the device file: address, name, serial, or several with commas (default:
                                none: the address goes, serial numbers in the name and in the values become zeros)
          --force               overwrite FILE
          --help                print this text

        Ctrl-C ends the recording, and writes what there is. 'faraday import' does the same with a capture of yours.

        exit status: 0   the device was recorded
                     1   it was recorded in part; the files are written
                     64  the options are wrong
                     66  the device was not heard
                     69  the controller, or the host's Bluetooth, can't be used
                     73  a file exists, or can't be written
        """

    /// Reads the arguments behind `record`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "record", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--hci": endpoint = try EndpointText.client(try reader.value())
            case "--name": target.name = try reader.value()
            case "--id": target.identifier = try Self.identifier(try reader.value())
            case "--service": target.service = try Self.uuid(try reader.value())
            case "--seconds": seconds = try Self.seconds(try reader.value())
            case "--script": script = try reader.value()
            case "--output": output = try reader.value()
            case "--capture": capture = try OptionValues.capture(try reader.value())
            case "--keep": redaction = try Self.redaction(keeping: try reader.value())
            case "--force": isForced = true
            default: throw reader.unknown(option)
            }
        }
        guard !wantsHelp else { return }
        if target == RecordingWalk.Target() {
            throw UsageError("record needs a device; use --name NAME, --id UUID or --service UUID")
        }
        if endpoint != nil, target.identifier != nil {
            throw UsageError(
                "--id is an identifier of the host's own Bluetooth; with --hci, use --name or --service")
        }
        if output?.isEmpty ?? true { throw UsageError("record needs a file; use --output FILE") }
    }

    private static func identifier(_ text: String) throws -> PeerIdentifier {
        guard let bytes = UUID(uuidString: text)?.uuid else {
            throw UsageError("--id takes a UUID of 36 characters, not '\(text)'")
        }
        let halves = withUnsafeBytes(of: bytes) { bytes in
            [bytes[..<8], bytes[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        }
        return PeerIdentifier(high: halves[0], low: halves[1])
    }

    private static func uuid(_ text: String) throws -> BluetoothUUID {
        guard let uuid = BluetoothUUID(text) else {
            throw UsageError("--service takes a UUID, not '\(text)'")
        }
        return uuid
    }

    private static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(text), 0...3600 ~= seconds else {
            throw UsageError("--seconds takes a number from 0 to 3600, not '\(text)'")
        }
        return seconds
    }

    private static func redaction(keeping text: String) throws -> Redaction {
        var redaction = Redaction.all
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let part = Redaction.names.first(where: { $0.0 == word })?.1 else {
                throw UsageError(
                    "--keep takes address, name or serial, or several with commas, not '\(text)'")
            }
            redaction.remove(part)
        }
        return redaction
    }
}
