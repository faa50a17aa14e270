import BluetoothPort
import BluetoothTypes
import FaradayBridge
import Foundation

/// `faraday device`: a ready-made device on somebody else's controller.
enum DeviceCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: DeviceOptions
        do {
            options = try DeviceOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp, let kind = options.kind, let endpoint = options.endpoint else {
            print(DeviceOptions.help)
            return .success
        }
        return perform(kind.definition(name: options.name), on: endpoint, options)
    }

    private static func perform(
        _ definition: DeviceDefinition, on endpoint: HCIEndpoint, _ options: DeviceOptions
    ) -> ExitStatus {
        if let problem = definition.problem {
            Shell.complain("the device can't go on air: \(problem)")
            return .usage
        }
        let interruption = Interruption()
        let journal = Journal(isQuiet: options.isQuiet)
        let failure = Lock<LiveDevice.Failure?>(nil)
        var capture: CaptureFile?
        var problem: CaptureFile.Problem?
        let live: LiveDevice
        do {
            live = try LiveDevice(journal.watching(definition), on: endpoint) { other in
                journal.line("device", "waits for a controller to open \(other)")
            } prepare: { world in
                guard let path = options.capture else { return }
                do throws(CaptureFile.Problem) {
                    capture = try CaptureFile(path: path, of: world) { Shell.complain($0.description) }
                } catch {
                    problem = error
                }
            } onFailure: { [end = interruption.end] reason in
                failure.withLock { $0 = reason }
                end()
            }
        } catch {
            Shell.complain("\(error)")
            return .unavailable
        }
        defer { capture?.close() }
        interruption.arm()
        if let problem {
            live.stop()
            Shell.complain("\(problem)")
            return .cantCreate
        }
        journal.line(live.device.name, "runs on the controller at \(endpoint)")
        interruption.wait()
        if let reason = failure.withLock({ $0 }) {
            Shell.complain("\(reason)")
            return .unavailable
        }
        live.stop()
        journal.line(live.device.name, "stopped")
        return .success
    }
}
