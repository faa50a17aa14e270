import FaradaySimulation
import Foundation

/// The behaviour of mock managers and their peripherals. A phone has one behaviour; it determines which simulation the
/// phone creates.
enum MockBehaviour: Sendable {
    /// CoreBluetoothMock's behaviour: answers come directly from the spec delegate, after CoreBluetoothMock's delays,
    /// and no radio is simulated.
    case library
    /// CoreBluetooth's behaviour: a phone, a radio and devices are simulated.
    case coreBluetooth

    /// The initial behaviour of phones: CoreBluetooth's if the environment contains `FARADAY_MOCK=CoreBluetooth`, which
    /// a UI test or a scheme can set.
    static let atFirst = named(ProcessInfo.processInfo.environment["FARADAY_MOCK"])

    /// The behaviour with this name; CoreBluetoothMock's without a name.
    static func named(_ name: String?) -> MockBehaviour {
        name?.lowercased() == "corebluetooth" ? .coreBluetooth : .library
    }

    /// Makes this the behaviour of the current world, otherwise of the process.
    func adopt() {
        if let world = MockPhone.worldOfTest {
            world.keep(self)
            for mock in world.attachments(as: MockPhone.self) { mock.setBehaviour(self) }
        } else {
            ProcessPhone.setBehaviour(self)
        }
    }

    /// The behaviour in a world.
    static func of(_ world: World) -> MockBehaviour { world.kept(as: MockBehaviour.self) ?? atFirst }
}
