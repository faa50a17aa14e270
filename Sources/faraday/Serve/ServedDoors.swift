import FaradayBridge
import FaradaySimulation

/// The ways into a served world: for HCI hosts, for steps, and for programs of its phones.
struct ServedDoors {
    private var server: HCIServer?
    private var control: ControlServer?
    private var programs: ServedPrograms?

    /// Opens them, or none if one can't be opened.
    init(
        to world: World, _ phones: [Phone], _ steps: Steps, _ options: ServeOptions, _ journal: Journal
    ) throws {
        do {
            server = try HCIServer(
                world, listeningOn: options.endpoints, configuration: Self.configuration(options),
                onEvent: { journal.event($0) })
            control = try options.controlPort.map { port in
                try ControlServer(steps, port: port, world: world) { journal.line("control", $0) }
            }
            if let control { journal.line("control", "takes steps on port \(control.port)") }
            for phone in phones { journal.screen(of: phone, toldOn: tellPort) }
            if !phones.isEmpty { programs = try ServedPrograms(phones, options, journal) }
        } catch {
            close()
            throw error
        }
    }

    private static func configuration(_ options: ServeOptions) -> HCIServer.Configuration {
        var configuration = HCIServer.Configuration(
            maximumClients: options.maximumClients, spacing: options.spacing,
            channelSounding: options.hasChannelSounding ? ChannelSoundingRadio() : nil, takesCommands: true)
        configuration.pacesWorld = !options.isStepped
        return configuration
    }

    /// Returns when programs that were started are ready for events.
    func settle() { programs?.settle() }

    /// The port that takes 'faraday tell', if there is one.
    private var tellPort: UInt16? {
        for case .tcp(_, let port) in server?.endpoints ?? [] { return port }
        return control?.port
    }

    /// Closes them; the last one first.
    func close() {
        programs?.stop()
        control?.stop()
        server?.stop()
    }
}
