import BluetoothTypes
import FaradayBridge
import FaradaySimulation

/// The options of `faraday serve`.
struct ServeOptions {
    var endpoints: [HCIEndpoint] = []
    var devices: [PlacedDevice] = []
    var capture: String?
    var seed: UInt64 = 1
    var maximumClients = 32
    var controlPort: UInt16?
    var hasChannelSounding = false
    var spacing = 1.0
    /// What devices of files do with their conversations.
    var replay = DeviceReplay.lenient
    /// Phones for programs, where these join, and the apps whose programs are started.
    var phones: [ServedPhoneOption] = []
    var programs = ProgramsPlace()
    var apps: [ServedAppOption] = []
    /// What the users of these phones do; `nil` if it was not said.
    var user: PhoneUser?
    var isQuiet = false
    var inspects = false
    var wantsHelp = false
    var wantsDeviceList = false
    /// How fast the world runs; `nil` as fast as the clock.
    var speed: Double?
    /// Whether the clock moves only when somebody says so.
    var isStepped = false

    /// Whether the capture goes to standard output.
    var capturesOnStandardOutput: Bool { capture == "-" }

    static let help = """
        Serves simulated Bluetooth LE controllers to HCI hosts. Every connection gets a controller of its own.
        All controllers and the devices that you choose share one air, in real time. Prints what happens, and
        runs until it is interrupted. Meanwhile 'faraday tell' changes the world, and 'faraday watch' follows it, on
        the port of --hci.

        usage: faraday serve [OPTIONS]

          --hci tcp:PORT        listen for H4 on this TCP port of 127.0.0.1; 0 takes a free one
                                (default: tcp:6402)
          --hci tcp:HOST:PORT   listen on this address; with 0.0.0.0 other machines can connect too
          --hci unix:PATH       listen on this Unix socket
          --hci pty[:LINK]      open a pseudo-terminal for one client at a time; LINK becomes a symbolic link
                                to the client's end. --hci may be given more than once
          --device NAME[=ALIAS][@METERS]
                                add a ready-made device, with the name ALIAS, METERS away from the first
                                client (default 1); may be given more than once. NAME may be a device file
                                (*.faraday.json)
          --replay strict       a device file with a conversation, as 'faraday import --conversation' writes it, wants
                                the same conversation again: the first difference is printed, and at the end how far
                                it came. With strict-at-once the device sends its updates without the recorded pauses
          --phone NAME[:SYSTEM] a phone for programs of other processes, such as apps in Apple's simulator: each program is
                                an app on it, which is suspended, ended and started again. SYSTEM is such as 'iOS 27'
                                (default: iOS 18); may be given more than once
          --user agrees|refuses|waits
                                what the users of the phones do with alerts and pickers (default: agrees). With the
                                others, each app asks for Bluetooth; one that waits is answered with 'faraday tell'
        \(ProgramsPlace.help)
          --app ID[@PHONE]=COMMAND
                                start the program of an app with a shell, now and whenever its phone starts the app; it
                                is ended when the phone ends the app
          --speed N             how many times as fast as the clock the world runs (default 1)
          --stepped             the clock stands still until 'faraday tell ADDRESS run 3s', which answers when the
                                world has run; callbacks of programs on its phones are waited for,
                                HCI hosts are not
          --list-devices        print the ready-made devices
          --channel-sounding    the clients' controllers can measure distances by Channel Sounding, with the noise
                                of today's chips
          --spacing METERS      how far the clients stand apart, in a row (default 1)
          --control PORT        take steps from 'faraday step' and from UI tests on this TCP port of 127.0.0.1; 0
                                takes a free one. Each device NAME has the steps NAME leaves, NAME returns,
                                NAME switches off, NAME switches on, NAME disconnects; a blinky has NAME presses
                                and NAME releases too
          --capture FILE        write a capture while running: pcapng if FILE ends in .pcapng, btsnoop if it ends in
                                .btsnoop or .log, PacketLogger's format if it ends in .pklg, with the HCI of the
                                first phone or client only; - writes pcapng to standard output, and the rest to standard
                                error: faraday serve --capture - | wireshark -k -i -
          --inspect             show the world in a browser; prints the address
          --seed N              the seed of all addresses and of the air's randomness (default 1)
          --max-clients N       how many clients may be connected at once, 1 to 1000 (default 32)
          --quiet               print errors only
          --help                print this text

        exit status: 0   interrupted; with --replay, each recorded conversation was completed
                     1   a conversation was not the recorded one
                     3   a recorded conversation was not completed
                     64  the options are wrong
                     69  an address can't be listened on
                     73  the capture can't be written
        """

    /// Reads the arguments behind `serve`; throws one line that says what is wrong.
    init(_ arguments: [String]) throws {
        var reader = OptionReader(command: "serve", arguments)
        while let option = reader.next() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--list-devices": wantsDeviceList = true
            case "--quiet": isQuiet = true
            case "--hci": endpoints.append(try EndpointText.server(try reader.value()))
            case "--device": devices.append(try PlacedDevice(try reader.value(), of: option))
            case "--phone": phones.append(try ServedPhoneOption(try reader.value()))
            case "--user": user = try Self.user(try reader.value())
            case "--app": apps.append(try ServedAppOption(try reader.value()))
            case "--replay": replay = try Self.replay(try reader.value())
            case "--channel-sounding": hasChannelSounding = true
            case "--spacing": spacing = try OptionValues.meters(try reader.value(), of: option)
            case "--control": controlPort = try OptionValues.port(try reader.value(), of: option, from: 0)
            case "--capture": capture = try Self.capture(try reader.value())
            case "--inspect": inspects = true
            case "--speed": speed = try Self.speed(try reader.value())
            case "--stepped": isStepped = true
            case "--seed": seed = try OptionValues.seed(try reader.value())
            case "--max-clients": maximumClients = try Self.count(try reader.value())
            default:
                guard try programs.take(option, &reader) else { throw reader.unknown(option) }
            }
        }
        if isStepped, speed != nil {
            throw UsageError("a stepped world has no speed: choose --stepped or --speed")
        }
        if phones.isEmpty, programs.isChosen || !apps.isEmpty || user != nil {
            throw UsageError("--programs, --token-file, --app and --user need a --phone")
        }
        if !phones.isEmpty { _ = try programs.read() }
        if Set(phones.map(\.name)).count < phones.count {
            throw UsageError("two phones have one name, so programs can't say which they mean")
        }
        for app in apps
        where app.phone == nil ? phones.count > 1 : !phones.contains(where: { $0.name == app.phone }) {
            throw UsageError("--app \(app.identifier) does not name one of the phones: ID@PHONE=COMMAND")
        }
        if replay != .lenient, !devices.contains(where: \.device.hasConversation) {
            throw UsageError(
                "--replay needs a --device FILE with a conversation; 'faraday import --conversation' writes one"
            )
        }
        if endpoints.isEmpty { endpoints = [try EndpointText.server("tcp:6402")] }
    }

    private static func speed(_ text: String) throws -> Double {
        guard let speed = Double(text), speed > 0, speed <= 1000 else {
            throw UsageError("--speed takes a number above 0 and at most 1000, not '\(text)'")
        }
        return speed
    }

    private static func user(_ text: String) throws -> PhoneUser {
        guard let user = PhoneUser(rawValue: text) else {
            throw UsageError("--user takes agrees, refuses or waits, not '\(text)'")
        }
        return user
    }

    private static func replay(_ text: String) throws -> DeviceReplay {
        switch text {
        case "strict": return .strict
        case "strict-at-once": return .strictAtOnce
        default: throw UsageError("--replay takes strict or strict-at-once, not '\(text)'")
        }
    }

    private static func capture(_ text: String) throws -> String {
        text == "-" ? text : try OptionValues.capture(text)
    }

    private static func count(_ text: String) throws -> Int {
        guard let count = Int(text), 1...1000 ~= count else {
            throw UsageError("--max-clients takes a whole number from 1 to 1000, not '\(text)'")
        }
        return count
    }
}
