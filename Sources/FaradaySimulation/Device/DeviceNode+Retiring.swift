import BluetoothHost
import BluetoothTypes

/// A device that has been removed permanently.
extension DeviceNode {
    /// The handlers of a removed device. They are released outside the lock, since objects that are freed with them may
    /// call the world.
    struct Handlers {
        fileprivate let definition: DeviceDefinition
        fileprivate let timers: DeviceTimers
        fileprivate let receivers: [@Sendable (OutOfBandData) -> Void]
    }

    /// Releases all handlers of the definition, and the objects that they own; nobody can reach the device any more.
    /// The device's number and its state stay, so handles remain valid as long as the world exists.
    func takeHandlers() -> Handlers {
        let handlers = Handlers(definition: definition, timers: timers, receivers: pairings.receivers)
        definition = definition.withoutHandlers
        timers = DeviceTimers([])
        sets.forgetDelays()
        if !pairings.receivers.isEmpty { _ = pairings.takeReceivers() }
        return handlers
    }
}

extension DeviceDefinition {
    /// The same definition without handlers.
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
