import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayBridge
import Foundation

/// `faraday device`: a device on a controller that is reached over HCI, or in the host's own peripheral role.
enum DeviceCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: DeviceOptions
        do {
            options = try DeviceOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp, let device = options.device else {
            print(DeviceOptions.help)
            return .success
        }
        var definition = device.definition(name: options.name)
        guard let endpoint = options.endpoint else { return OwnRole.run(definition, options) }
        if let address = options.address { definition.address = address }
        let user = PairingUser(passkey: options.passkey)
        if let pairing = options.pairing {
            definition.security = pairing.security(passkey: options.passkey)
                .onPairing { pairing in user.reply(to: pairing) }
            if pairing.hasKeyboard { user.listen() }
        }
        return perform(definition, on: endpoint, options)
    }

    private static func perform(
        _ definition: DeviceDefinition, on endpoint: HCIEndpoint, _ options: DeviceOptions
    ) -> ExitStatus {
        if let problem = definition.problem {
            Shell.complain("the device can't be put on air: \(problem)")
            return .usage
        }
        let interruption = Interruption()
        let journal = Journal(isQuiet: options.isQuiet)
        let advertising = AdvertisingNews(definition.name, on: endpoint, journal)
        let failure = Lock<LiveDevice.Failure?>(nil)
        var capture: CaptureFile?
        var problem: CaptureFile.Problem?
        let live: LiveDevice
        do {
            live = try LiveDevice(journal.watching(definition), on: endpoint, store: options.store) { other in
                journal.line("device", "waits for a controller to open \(other)")
            } prepare: { world in
                guard let path = options.capture else { return }
                do throws(CaptureFile.Problem) {
                    capture = try Shell.capture(path, of: world)
                } catch {
                    problem = error
                }
            } onAdvertising: { status in
                advertising.answered(status)
            } onFailure: { [end = interruption.end] reason in
                failure.withLock { $0 = reason }
                end()
            }
        } catch {
            Shell.complain("\(error)")
            if case .badStore = error { return .cantCreate }
            return .unavailable
        }
        defer { capture?.close() }
        interruption.arm()
        if let problem {
            live.stop()
            Shell.complain("\(problem)")
            return .cantCreate
        }
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

/// Reports that the device runs when its controller advertises it, or that the controller refused to advertise.
private final class AdvertisingNews: Sendable {
    private let name: String
    private let endpoint: HCIEndpoint
    private let journal: Journal
    private let isTold = Lock(false)

    init(_ name: String, on endpoint: HCIEndpoint, _ journal: Journal) {
        (self.name, self.endpoint, self.journal) = (name, endpoint, journal)
    }

    func answered(_ status: HCI.ErrorCode) {
        guard status == .success else {
            return Shell.complain("the controller at \(endpoint) refuses to advertise: \(status)")
        }
        let isFirst = isTold.withLock { isTold in
            defer { isTold = true }
            return !isTold
        }
        if isFirst { journal.line(name, "runs on the controller at \(endpoint), and advertises") }
    }
}
