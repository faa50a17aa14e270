import FaradaySimulation
import Foundation

/// Whose behaviour mock managers and their peripherals have. A phone has one; everything else follows from the
/// simulation that it makes.
enum MockBehaviour: Sendable {
    /// That library's: answers come by its table of times, straight from the spec delegate, and nothing is on air.
    case library
    /// CoreBluetooth's: a phone, its air and devices.
    case coreBluetooth

    /// What phones begin with: CoreBluetooth's if the environment says `FARADAY_MOCK=CoreBluetooth`, as a UI test or a
    /// scheme can.
    static let atFirst = named(ProcessInfo.processInfo.environment["FARADAY_MOCK"])

    /// The behaviour that a person names; that library's without a name.
    static func named(_ name: String?) -> MockBehaviour {
        name?.lowercased() == "corebluetooth" ? .coreBluetooth : .library
    }

    /// Makes this the behaviour of the world that runs here, else of the process.
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

    func simulation(of mock: MockPhone) -> any MockSimulation {
        switch self {
        case .library: DirectSimulation(mock)
        case .coreBluetooth: AirSimulation(mock)
        }
    }
}
