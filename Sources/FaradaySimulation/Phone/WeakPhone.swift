import BluetoothPort
import CoreBluetoothModel
import FaradayAppTime
import FaradayEngine

/// A phone handle that does not own its world: objects that higher layers keep in the world use it for phones.
package struct WeakPhone: Sendable {
    private let world: WeakWorld
    package let id: NodeID
    /// Whose code the code of the phone's first app is.
    private let context: AppContext

    package init(_ phone: Phone) {
        world = WeakWorld(phone.world)
        id = phone.id
        context = phone.world.code.context(of: phone.id, AppID(1), in: phone.world)
    }

    /// The phone, for its first app; `nil` if the world has been freed.
    package var phone: Phone? { world.world?.phone(id) }

    /// Runs code of the phone's first app, as `Phone.run` does. Returns `false` if the world has been freed.
    ///
    /// In a world that holds its apps' work the context says whose code it is. There a handle that is bound to the task
    /// besides would say the same, and it takes 2,200 instructions to make and to bind one.
    package func run(_ body: () -> Void) -> Bool {
        if case .held = context.clock.mode, case .none = PortEnvironment.current {
            context.run(body)
            return true
        }
        guard let phone else { return false }
        phone.run(body)
        return true
    }
}
