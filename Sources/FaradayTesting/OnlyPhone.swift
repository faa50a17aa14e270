import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The phone of managers that a simulated test creates outside `phone.run { }`: the world's phone, if there
/// is exactly one.
final class OnlyPhone: PortProvider, SimulatedPhoneProvider, MisuseTaking {
    private let world: World
    private let report: @Sendable (String) -> Void

    init(_ world: World, report: @escaping @Sendable (String) -> Void) {
        self.world = world
        self.report = report
    }

    var simulatedWorld: World? { world }
    var simulatedPhone: Phone? { world.onlyPhone }

    var portName: String { world.onlyPhone?.name ?? "no phone" }
    var authorization: Authorization { world.onlyPhone?.authorization ?? .allowedAlways }
    var simulation: (any PortSimulation)? { world }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        if let phone = world.onlyPhone { return phone.openCentral(options, sink: sink) }
        explain("central")
        world.after(.zero) { [weak sink] in sink?.receive(.stateChanged(.unsupported), .waiting) }
        return AbsentPort(authorization: .allowedAlways)
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        if let phone = world.onlyPhone { return phone.openPeripheral(options, sink: sink) }
        explain("peripheral")
        world.after(.zero) { [weak sink] in sink?.receive(.stateChanged(.unsupported), .waiting) }
        return AbsentPort(authorization: .allowedAlways)
    }

    func take(_ misuse: Misuse) {
        if let phone = world.onlyPhone ?? world.firstPhone { return phone.take(misuse) }
        report("\(misuse.call): \(misuse.message)")
    }

    private func explain(_ role: String) {
        world.noteMistake()
        let count = world.phoneCount
        let problem =
            count == 0
            ? "the world has no phone yet: call world.addPhone() first"
            : "the world has \(count) phones: create the manager inside phone.run { }"
        report("A \(role) manager was created outside phone.run { }, and \(problem). It is .unsupported now.")
    }
}
