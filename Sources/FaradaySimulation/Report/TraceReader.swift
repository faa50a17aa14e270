import BluetoothTypes
import FaradayEngine

/// Reads what a world has traced, for those who show it; it changes nothing.
package struct TraceReader: Sendable {
    private let world: World

    package init(_ world: World) { self.world = world }

    /// The names for numbers in the trace, as far as they are known now.
    package var names: TraceNames { world.lock.withLock { $0.traceNames } }

    /// The new records since `position`, and the position for the next call. Records that are no longer kept are left out.
    package func records(since position: Int) -> (records: [TraceRecord], position: Int) {
        world.lock.withLock { state in (Array(state.trace.records(since: position)), state.trace.count) }
    }

    /// The nodes as they are now, in the order in which they were added.
    package var nodes: [NodeDescription] {
        world.lock.withLock { state in
            let names = state.displayNames
            return state.nodes.map { node in
                var description = NodeDescription(id: node.id, name: names[node.id.index])
                description.position = state.medium.position(of: node.id)
                node.describe(in: &description)
                return description
            }
        }
    }
}
