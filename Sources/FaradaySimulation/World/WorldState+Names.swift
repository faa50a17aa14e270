import BluetoothTypes
import FaradayEngine

extension WorldState {
    /// The names of all nodes, as messages show them: no two are the same.
    var displayNames: [String] { TraceNames.distinct(nodes.map(\.name)) }

    /// The name of one node, as messages show it.
    func displayName(of id: NodeID) -> String {
        nodes.indices.contains(id.index) ? displayNames[id.index] : "node \(id.rawValue)"
    }

    /// The names for numbers that the world itself knows, and those learned from the story.
    var traceNames: TraceNames {
        var names = TraceNames(nodes: nodes.map(\.name), learned: trace.story.learned)
        names.apps = trace.apps
        for entry in trace.story.entries { names.learn(entry.record) }
        for id in phones { nodes[id.index].addNames(to: &names, nodes) }
        for case let link? in medium.links {
            for (end, other) in [(link.central, link.peripheral), (link.peripheral, link.central)] {
                let id = end.controller.node
                guard nodes.indices.contains(id.index),
                    let identifier = nodes[id.index].identifier(of: end.peer)
                else { continue }
                names.setPeer(identifier, of: id, names.node(other.controller.node))
            }
        }
        return names
    }
}
