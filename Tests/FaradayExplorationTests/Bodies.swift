import BluetoothTypes
@testable import FaradayExploration
import FaradaySimulation

/// What goes wrong in the bodies of these tests.
enum Bug: Error {
    case read(Int)
    case schedule
    case many
}

extension World {
    /// The case that this world runs.
    var explored: ExploredCase { kept(as: RunNotes.self)?.explored ?? ExploredCase() }
}

/// Bodies without Bluetooth, whose failures follow from their cases: for what needs many runs.
enum Bodies {
    /// Fails if a read fails, in two ways; and if callbacks of managers change their order.
    static let sensitive: @Sendable (World) throws -> Void = { world in
        let faults = world.explored.faults.faults
        if let number = faults.firstIndex(where: { $0.point.operation == .read }) { throw Bug.read(number) }
        if faults.contains(where: { $0.point.operation == .connect }), world.explored.schedule.isPlain {
            throw Bug.many
        }
        if world.explored.schedule.parts.contains(.managers), world.seed % 5 == 0 { throw Bug.schedule }
    }
}
