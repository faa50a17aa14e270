import BluetoothTypes
import FaradayAppTime
import FaradayEngine

/// What the search for hints reads of a world. The state itself has one owner, its lock, and is never copied.
struct WorldEvidence {
    let scheduler: Scheduler
    let medium: Medium
    let trace: TraceLog
    let work: AppWork
    let nodes: ContiguousArray<Node>
    let phones: [NodeID]
    let kept: [ObjectIdentifier: any Sendable]
    let misuses: MisuseLog
    let mistakes: MistakeLog
    let holdsWork: Bool
    let hasOtherManagers: Bool

    init(_ state: borrowing WorldState) {
        (scheduler, medium, trace, work) = (state.scheduler, state.medium, state.trace, state.work)
        (nodes, phones, kept) = (state.nodes, state.phones, state.kept)
        (misuses, mistakes) = (state.misuses, state.mistakes)
        (holdsWork, hasOtherManagers) = (state.holdsWork, state.hasOtherManagers)
    }

    var now: Instant { scheduler.now }

    func phone(_ id: NodeID) -> PhoneNode { unsafeDowncast(nodes[id.index], to: PhoneNode.self) }

    func device(at address: DeviceAddress) -> DeviceNode? { nodes.device(at: address) }
}

extension ContiguousArray<Node> {
    /// The device that has this address now.
    func device(at address: DeviceAddress) -> DeviceNode? {
        for case let device as DeviceNode in self where device.address.value == address.value {
            return device
        }
        return nil
    }
}
