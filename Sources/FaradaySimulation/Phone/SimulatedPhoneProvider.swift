import BluetoothPort
import CoreBluetoothModel

/// A provider behind which there is a simulated phone, or a world where one may come.
package protocol SimulatedPhoneProvider: PortProvider {
    /// The world, if there is one now.
    var simulatedWorld: World? { get }
    /// The phone that managers get; `nil` where there is none, or where it is not clear which.
    var simulatedPhone: Phone? { get }
}

extension Phone: SimulatedPhoneProvider, MisuseTaking {
    package func take(_ misuse: Misuse) {
        world.performOnPhone(id) { phone, _ in phone.misuses.append(misuse) }
    }

    package var simulatedWorld: World? { world }
    package var simulatedPhone: Phone? { self }

    /// Whether the radio is on, off or otherwise.
    package var radio: RadioState { world.lock.withLock { $0.phone(id).stack.model.radio } }
}
