import FaradayCoreBluetooth
import FaradaySimulation

/// What definitions know of the apps that use them.
extension AirSimulation {
    func isNotifying(_ definition: CBMCharacteristicMock) -> Bool {
        linked.contains { peripheral in
            peripheral.services?.find(mockOf: definition)?.isNotifying ?? false
        }
    }

    func peripheral(of definition: CBMServiceMock) -> (any CBMPeripheral)? {
        linked.last { $0.services?.containsAnywhere(definition) ?? false }
    }

    /// The peripheral objects of apps that have a link, those of the oldest manager first.
    private var linked: [any CBMPeripheral] {
        let managers = mock?.managers.compactMap { $0 as? FacadeCentral } ?? []
        return managers.flatMap { $0.peripherals.live() }.filter { $0.state == .connected }
    }
}
