import BluetoothPort

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
