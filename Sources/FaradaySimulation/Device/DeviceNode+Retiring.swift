import BluetoothHost
import BluetoothTypes

/// A device that is gone for good.
extension DeviceNode {
    /// What a device's author gave it to run, on its way out of the world: to be let go of without the lock, since
    /// objects that end with it may speak to the world.
    struct Handlers {
        fileprivate let definition: DeviceDefinition
        fileprivate let timers: [Timer]
        fileprivate let receivers: [@Sendable (OutOfBandData) -> Void]
    }

    /// Lets go of all code of the device's author, and of the objects behind it; nobody can reach the device any more.
    /// Its number stays, and what can be asked of it, so that handles are good for as long as there is the world.
    func retire() -> Handlers {
        let handlers = Handlers(definition: definition, timers: timers, receivers: outOfBandReceivers)
        definition = definition.withoutHandlers
        timers = []
        if !outOfBandReceivers.isEmpty { outOfBandReceivers = [] }
        return handlers
    }
}

extension DeviceDefinition {
    /// The same to look at, without code of its author's.
    fileprivate var withoutHandlers: Self {
        var copy = self
        copy.behaviours = []
        copy.dropAgent()
        for place in copy.services.indices {
            copy.services[place].characteristics = copy.services[place].characteristics.map(\.withoutHandlers)
        }
        for place in copy.channels.indices {
            (copy.channels[place].open, copy.channels[place].receive) = (nil, nil)
        }
        return copy
    }

    private mutating func dropAgent() {
        guard hasOwnSecurity else { return }
        security.agent = { _ in .reject }
    }
}
