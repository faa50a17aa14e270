import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// A provider with a simulated phone, or with a world that may get one.
package protocol SimulatedPhoneProvider: SimulatedWorldProvider {
    /// The phone that managers get; `nil` if there is none, or if it is not clear which one.
    var simulatedPhone: Phone? { get }
}

extension Phone: SimulatedPhoneProvider, MisuseTaking {
    package func take(_ misuse: Misuse) {
        world.performOnPhone(id) { phone, _ in phone.misuses.append((misuse, isCrossing: false)) }
    }

    package var simulatedWorld: World? { world }
    package var simulatedPhone: Phone? { self }

    /// The state of the radio: on, off or another one.
    package var radio: RadioState { world.lock.withLock { $0.phone(id).stack.model.radio } }
}
