import BluetoothPort
import FaradayEngine

/// A phone handle that does not own its world: objects that higher layers keep in the world use it for phones.
package struct WeakPhone: Sendable {
    private let world: WeakWorld
    package let id: NodeID

    package init(_ phone: Phone) {
        world = WeakWorld(phone.world)
        id = phone.id
    }

    /// The phone, for its first app; `nil` if the world has been freed.
    package var phone: Phone? { world.world?.phone(id) }
}

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

/// A world, as long as it exists.
package final class WeakWorld: Sendable {
    private struct Place {
        weak var world: World?
    }

    private let place: Lock<Place>

    package init(_ world: World) { place = Lock(Place(world: world)) }

    package var world: World? { place.withLock { $0.world } }
}

extension World {
    /// The world of the process, for code without its own world.
    package static let ofProcess = Lock(WeakWorld?.none)
}
