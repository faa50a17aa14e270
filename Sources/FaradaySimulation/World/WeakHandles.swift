import BluetoothPort

/// A phone that does not keep its world: what a floor above keeps in the world itself names phones by these.
package struct WeakPhone: Sendable {
    private let world: WeakWorld
    package let id: NodeID

    package init(_ phone: Phone) {
        world = WeakWorld(phone.world)
        id = phone.id
    }

    /// The phone, for its first app; `nil` when the world has gone.
    package var phone: Phone? { world.world?.phone(id) }
}

/// A device that does not keep its world.
package struct WeakDevice: Sendable {
    private let world: WeakWorld
    package let id: NodeID

    package init(_ device: Device) {
        world = WeakWorld(device.world)
        id = device.id
    }

    /// The device; `nil` when the world has gone.
    package var device: Device? { world.world.map { Device(world: $0, id: id) } }
}

/// A world, as long as there is it.
package final class WeakWorld: Sendable {
    private struct Place {
        weak var world: World?
    }

    private let place: Lock<Place>

    package init(_ world: World) { place = Lock(Place(world: world)) }

    package var world: World? { place.withLock { $0.world } }
}

extension World {
    /// The world of the process, for code that has none of its own.
    package static let ofProcess = Lock(WeakWorld?.none)
}
