import BluetoothTypes

extension Device {
    /// Runs `action` once after `delay`, if the world exists so long. What waits does not keep the world alive.
    func after(_ delay: Nanoseconds, _ action: @escaping @Sendable (Device) -> Void) {
        world.after(delay) { [weak world, id] in
            if let world { action(Device(world: world, id: id)) }
        }
    }
}
