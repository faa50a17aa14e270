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
