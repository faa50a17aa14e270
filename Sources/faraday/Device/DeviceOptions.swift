import BluetoothWire
import FaradayBridge

/// The options of `faraday device`.
struct DeviceOptions {
    var device: ChosenDevice?
    var name: String?
    var endpoint: HCIEndpoint?
    var address: DeviceAddress?
    var store: String?
    var pairing: PairingKind?
    var passkey: UInt32?
    var capture: String?
    var isQuiet = false
    var wantsHelp = false

    static let help = """
        Runs a device in this host's own peripheral role, or on a controller that is reached over HCI: a real
        one, or another simulator's. Prints what happens, and runs until it is interrupted or loses Bluetooth.

        usage: faraday device NAME [OPTIONS]
               faraday device NAME --hci ENDPOINT [OPTIONS]

          NAME                  a device file (*.faraday.json), or one of the ready-made devices:
        \(ReadyMade.list.split(separator: "\n").map { "                          " + $0 }.joined(separator: "\n"))
          --hci ENDPOINT        where the controller is; it speaks H4. tcp:PORT is a port of this machine:
        \(EndpointText.forms)
          --name N              the name it advertises, 1 to 29 bytes
          --address ADDRESS     its random static address, such as C0:11:22:33:44:55; the first byte is C0 to FF
                                (default: a new one for each run, or the one in the store)
          --store FILE          keep its address and its bonds in this file from run to run
          --pairing KIND        ask every central to pair. KIND is what the device has for it: no-input-no-output,
                                display-only, display-yes-no, keyboard-only or keyboard-display. With refused it
                                never pairs. (default: it pairs when a central asks, without keys or display)
          --passkey N           the passkey that it shows or types, 0 to 999999 (default: it shows a new one each
                                time, and types the one that it reads from standard input)
          --capture FILE        write a capture while running: pcapng if FILE ends in .pcapng, btsnoop if it ends in
                                .btsnoop or .log, PacketLogger's format if it ends in .pklg
          --quiet               print errors only
          --help                print this text

        --address, --store, --pairing, --passkey and --capture need --hci.

        Without --hci it is the host's framework that publishes the device: on a Mac Apple's CBPeripheralManager,
        elsewhere this package's own, on the controller that FARADAY_HCI names. CoreBluetooth has no place for
        everything that a device can be. What is left out is printed at the start, one line for each part: of the
        advertising all but one name and the service UUIDs; addresses, the GAP name and appearance; security
        beyond encryption; descriptors other than 2901 and 2904; L2CAP channels; Channel Sounding; code in Swift,
        as ready-made devices have it; rules that disconnect or ask for security. A reset restarts the rules only.
        Services that the system keeps for itself are left out too, such as 1800, 1801 and 180F on Apple's.
        A central counts as connected from its first request or subscription on, and as disconnected when its
        last subscription has ended and it has asked for nothing for 2 seconds.
        """

    /// Reads the arguments behind `device`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "device", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--quiet": isQuiet = true
            case "--hci": endpoint = try EndpointText.client(try reader.value())
            case "--name": name = try OptionValues.deviceName(try reader.value())
            case "--address": address = try Self.address(try reader.value())
            case "--store": store = try reader.value()
            case "--pairing": pairing = try PairingKind(argument: try reader.value())
            case "--passkey": passkey = try Self.passkey(try reader.value())
            case "--capture": capture = try OptionValues.capture(try reader.value())
            case let word where !word.hasPrefix("-") && device == nil:
                device = try ChosenDevice(argument: word)
            default: throw reader.unknown(option)
            }
        }
        guard !wantsHelp else { return }
        if device == nil {
            throw UsageError(
                "device needs the name of a ready-made device, or a file; see 'faraday device --help'")
        }
        if endpoint == nil { try refuseControllerOptions() }
        if store?.isEmpty == true { throw UsageError("--store takes the name of a file") }
        if passkey != nil, pairing == nil || pairing == .noInputNoOutput || pairing == .refused {
            throw UsageError("--passkey needs a --pairing with a display or a keyboard")
        }
    }

    /// In the host's own role these are the system's.
    private func refuseControllerOptions() throws {
        let given = [
            ("--address", address != nil), ("--store", store != nil), ("--pairing", pairing != nil),
            ("--passkey", passkey != nil), ("--capture", capture != nil),
        ]
        guard let option = given.first(where: \.1)?.0 else { return }
        throw UsageError("\(option) needs a controller; use --hci tcp:HOST:PORT")
    }

    private static func address(_ text: String) throws -> DeviceAddress {
        guard let address = DeviceAddress(text, .random), address.isRandomStatic,
            // Core 6.0, Vol 6, Part B, 1.3.2.1
            ![0, 0x3FFF_FFFF_FFFF].contains(address.value & 0x3FFF_FFFF_FFFF)
        else {
            throw UsageError(
                "--address takes a random static address, such as C0:11:22:33:44:55, not '\(text)'")
        }
        return address
    }

    static func passkey(_ text: String) throws -> UInt32 {
        guard 1...6 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt32(text)
        else { throw UsageError("--passkey takes a number from 0 to 999999, not '\(text)'") }
        return number
    }
}
