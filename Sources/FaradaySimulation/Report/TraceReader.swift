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

    /// All that is kept, oldest first: the story reaches further back than the packets. With how many of each are not there.
    package var whole: (records: [TraceRecord], lostPackets: Int, lostStory: Int) {
        world.lock.withLock { $0.trace.whole }
    }

    /// The nodes as they are now, in the order in which they were added.
    package var nodes: [NodeDescription] {
        world.lock.withLock { state in
            let names = state.displayNames
            var all = state.nodes.map { node in
                var description = NodeDescription(id: node.id, name: names[node.id.index])
                description.position = state.medium.position(of: node.id)
                node.describe(in: &description)
                return description
            }
            let owners = Dictionary(
                all.compactMap { node in node.identity.map { ($0, node.name) } },
                uniquingKeysWith: { first, _ in first })
            for place in all.indices {
                let peers = Set(all[place].bonds.map(\.peer) + all[place].remembered)
                if !peers.isEmpty { all[place].peerNames = owners.filter { peers.contains($0.key) } }
            }
            return all
        }
    }
}
