import CoreBluetoothMock
import FaradayTesting

// What most tests of values begin with: a link to one board, with everything discovered.

extension CentralApp {
    /// What the app is told next.
    @discardableResult
    func answer(to request: () -> Void) async throws -> String {
        let count = lines.count
        request()
        try await World.current.run(until: { self.lines.count > count })
        return lines[count]
    }
}

extension TestBoard {
    /// The board with services, a name or an MTU of the test's own.
    func spec(
        of services: [CBMServiceMock]? = nil, named name: String = "Board", mtu: Int
    ) -> CBMPeripheralSpec {
        CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .connectable(name: name, services: services ?? [service], delegate: self, mtu: mtu)
            .build()
    }
}
