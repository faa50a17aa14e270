import FaradayBridge
import FaradaySimulation

/// The simulated devices that `faraday relay` adds to its Bluetooth: a world in real time.
struct RelayedDevices {
    /// The phone whose apps the programs are there.
    let phone: Phone
    private let control: ControlServer?

    /// Not that of `faraday serve`: its devices have other addresses, also if the relay's controller is one of there.
    private static let seed: UInt64 = 6404

    init(_ options: RelayOptions, _ journal: Journal) throws {
        let world = World(seed: Self.seed)
        world.onMistake { Shell.complain($0.message) }
        let steps = Steps()
        for device in options.devices { _ = device.add(to: world, steps, journal) }
        phone = world.addPhone(name: "simulated devices")
        control = try options.controlPort.map { port in
            try ControlServer(steps, port: port, world: world) { journal.line("control", $0) }
        }
        if let control { journal.line("control", "takes steps and commands on port \(control.port)") }
        world.pace()
    }

    func stop() {
        control?.stop()
        phone.world.stopPacing()
    }
}
