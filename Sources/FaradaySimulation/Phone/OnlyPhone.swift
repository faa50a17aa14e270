import BluetoothPort

/// The phone of managers that a test creates outside `phone.run { }`: the world's phone, if there is exactly one.
package final class OnlyPhone: AccessoryProvider, NearbyProvider, SimulatedPhoneProvider, MisuseTaking {
    private let world: World
    private let report: @Sendable (String) -> Void

    package init(_ world: World, report: @escaping @Sendable (String) -> Void) {
        self.world = world
        self.report = report
    }

    package var simulatedWorld: World? { world }
    package var simulatedPhone: Phone? { world.onlyPhone }

    package var portName: String { world.onlyPhone?.name ?? "no phone" }
    package var authorization: Authorization { world.onlyPhone?.authorization ?? .allowedAlways }
    package var simulation: (any PortSimulation)? { world }

    package func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        if let phone = world.onlyPhone { return phone.openCentral(options, sink: sink) }
        explain("manager", "A CBCentralManager", "It is .unsupported now.")
        world.after(.zero) { [weak sink] in sink?.receive(.stateChanged(.unsupported), .waiting) }
        return AbsentPort(authorization: .allowedAlways)
    }

    package func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        if let phone = world.onlyPhone { return phone.openPeripheral(options, sink: sink) }
        explain("manager", "A CBPeripheralManager", "It is .unsupported now.")
        world.after(.zero) { [weak sink] in sink?.receive(.stateChanged(.unsupported), .waiting) }
        return AbsentPort(authorization: .allowedAlways)
    }

    package func openAccessorySession(sink: any AccessorySink) -> any AccessoryPort {
        if let phone = world.onlyPhone { return phone.openAccessorySession(sink: sink) }
        explain("session", "An accessory session", "It can't be activated.")
        return AbsentAccessoryPort(sink: sink)
    }

    package var nearbyCapabilities: Nearby.Capabilities {
        world.onlyPhone?.nearbyCapabilities ?? Nearby.Capabilities()
    }

    package func openNearbySession(sink: any NearbySink) -> any NearbyPort {
        if let phone = world.onlyPhone { return phone.openNearbySession(sink: sink) }
        explain("session", "A session of Nearby Interaction", "It can't run.")
        return AbsentNearbyPort(sink: sink)
    }

    package func take(_ misuse: Misuse) {
        if let phone = world.onlyPhone ?? world.firstPhone { return phone.take(misuse) }
        report("\(misuse.call): \(misuse.message)")
    }

    private func explain(_ kind: String, _ whole: String, _ consequence: String) {
        world.noteMistake()
        let count = world.phoneCount
        let problem =
            count == 0
            ? "the world has no phone yet: call world.addPhone() first"
            : "the world has \(count) phones: create the \(kind) inside phone.run { }"
        report("\(whole) was created outside phone.run { }, and \(problem). \(consequence)")
    }
}
