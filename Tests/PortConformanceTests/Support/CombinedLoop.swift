import BluetoothPort
import FaradaySimulation

/// A phone joined with one that hears nothing, because it is far away: for apps it is the phone alone.
enum CombinedLoop {
    /// `phone` is the real one of the two.
    static func asReal(_ phone: Phone) -> any PortProvider {
        CombinedProvider(real: phone, simulated: lonely(beside: phone))
    }

    /// `phone` is the simulated one of the two.
    static func asSimulated(_ phone: Phone) -> any PortProvider {
        CombinedProvider(real: Real(lonely(beside: phone), server: phone), simulated: phone)
    }

    private static func lonely(beside phone: Phone) -> Phone {
        let other = phone.world.addPhone(phone.profile, name: "lonely")
        other.move(to: .outOfRange)
        return other.configure(AppManifest(backgroundModes: [.central, .peripheral]))
    }

    /// Peripheral managers are at home at the real phone; here they are at the one that is tested.
    private final class Real: PortProvider {
        private let phone: Phone
        private let server: Phone

        init(_ phone: Phone, server: Phone) { (self.phone, self.server) = (phone, server) }

        var portName: String { phone.portName }
        var authorization: Authorization { phone.authorization }
        var simulation: (any PortSimulation)? { phone.simulation }

        func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
            phone.openCentral(options, sink: sink)
        }

        func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
            server.openPeripheral(options, sink: sink)
        }
    }
}
