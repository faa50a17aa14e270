import BluetoothTypes
import FaradayBridge
import FaradaySimulation
import Foundation

/// `faraday serve`: a paced world with devices, and a controller in it for every host that connects.
enum ServeCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: ServeOptions
        do {
            options = try ServeOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        if options.wantsHelp {
            print(ServeOptions.help)
            return .success
        }
        if options.wantsDeviceList {
            print(ReadyMade.list)
            return .success
        }
        return perform(options)
    }

    private static func perform(_ options: ServeOptions) -> ExitStatus {
        let interruption = Interruption()
        let journal = Journal(
            isQuiet: options.isQuiet, onStandardError: options.capturesOnStandardOutput)
        let world = World(seed: options.seed)
        if options.hasChannelSounding { world.configureMedium { $0.tones.noise = .typical } }
        let capture: CaptureFile?
        do {
            capture = try self.capture(of: world, options)
        } catch {
            Shell.complain("\(error)")
            return .cantCreate
        }
        defer { capture?.close() }
        interruption.arm()
        // What a test fails with is a line here, and the world goes on.
        world.onMistake { Shell.complain($0.message) }
        let steps = Steps()
        let devices = options.devices.map { $0.add(to: world, replay: options.replay, steps, journal) }
        let phones = options.phones.map { world.addPhone($0.profile, name: $0.name) }
        if let user = options.user { for phone in phones { phone.setUser(user) } }
        if !options.isStepped { world.pace(speed: options.speed ?? 1) }
        defer { world.stopPacing() }
        let inspection: Inspection?
        do {
            inspection = options.inspects ? try world.startInspection(title: "faraday serve") : nil
        } catch {
            complain(error)
            return .unavailable
        }
        defer { inspection?.stop() }
        if let inspection {
            Shell.say("Faraday: \(inspection.address)", onStandardError: options.capturesOnStandardOutput)
        }
        let doors: ServedDoors
        do {
            doors = try ServedDoors(to: world, phones, steps, options, journal)
        } catch {
            complain(error)
            return .unavailable
        }
        let stepper =
            options.isStepped
            ? WorldStepper(world) {
                doors.settle()
            } onProblem: {
                Shell.complain($0)
            } : nil
        interruption.wait()
        stepper?.stop()
        doors.close()
        journal.line("server", "stopped")
        return ReplayOutcome(devices).tell(journal)
    }

    private static func capture(
        of world: World, _ options: ServeOptions
    ) throws(CaptureFile.Problem) -> CaptureFile? {
        guard let path = options.capture else { return nil }
        if path == "-" { return Shell.captureOnStandardOutput(of: world) }
        // Phones and clients come behind the devices.
        return try Shell.capture(path, of: world, node: NodeID(UInt32(options.devices.count)))
    }

    private static func complain(_ error: any Error) {
        guard let error = error as? LiveError else { return Shell.complain("\(error)") }
        switch error {
        case .unreachable(let endpoint, let reason), .failed(let endpoint, let reason):
            Shell.complain("can't listen on \(endpoint): \(reason)")
        default: Shell.complain("\(error)")
        }
    }
}
