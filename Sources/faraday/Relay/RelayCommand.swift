import BluetoothPort
import FaradayBridge
import FaradayLive

/// `faraday relay`: Bluetooth for programs that have none.
enum RelayCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: RelayOptions
        let place: (endpoint: HCIEndpoint, token: String)
        do {
            options = try RelayOptions(arguments)
            place = try options.programs.read()
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        if options.wantsHelp {
            print(RelayOptions.help)
            return .success
        }
        do {
            return try relay(options, place)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .unavailable
        }
    }

    private static func provider(_ options: RelayOptions) throws -> any PortProvider {
        guard let endpoint = options.endpoint else { return try OwnBluetooth.open() }
        return try LivePhone(endpoint, profile: .onForeignController, store: nil)
    }

    private static func relay(
        _ options: RelayOptions, _ place: (endpoint: HCIEndpoint, token: String)
    ) throws -> ExitStatus {
        let (interruption, journal) = (Interruption(), Journal(isQuiet: options.isQuiet))
        let provider = try provider(options)
        let devices = options.devices.isEmpty ? nil : try RelayedDevices(options, journal)
        defer { devices?.stop() }
        let added = devices.map { AddedDevices(of: $0.phone) }
        let desk = LentBluetooth(provider, beside: added, token: place.token) { tell($0, journal) }
        let server = try PhoneServer(place.endpoint, desk)
        journal.line(
            "relay", "lends \(provider.portName); programs join with FARADAY_PHONE=\(server.peerEndpoint)")
        interruption.arm()
        interruption.wait()
        server.stop()
        LivePhone.leaveAll()
        journal.line("relay", "stopped")
        return .success
    }

    private static func tell(_ news: LentBluetooth.News, _ journal: Journal) {
        switch news {
        case .joined(let hello): journal.line(hello.app, "joined, process \(hello.process)")
        case .refused(let hello, let reason): journal.line(hello.app, "was refused: \(reason)")
        case .left(let hello, let problem):
            journal.line(hello.app, "left" + (problem.map { ": \($0)" } ?? ""))
        }
    }
}
