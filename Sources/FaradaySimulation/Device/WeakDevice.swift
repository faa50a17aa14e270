import FaradayEngine

/// A device handle that does not own its world.
package struct WeakDevice: Sendable {
    private let world: WeakWorld
    package let id: NodeID

    package init(_ device: Device) {
        world = WeakWorld(device.world)
        id = device.id
    }

    /// The device; `nil` if the world has been freed.
    package var device: Device? { world.world.map { Device(world: $0, id: id) } }
}
