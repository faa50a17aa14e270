import BluetoothTypes
import FaradaySimulation

/// What an exploration prints beside failures.
package enum ExplorationText {
    /// The table of what the runs reached.
    package static func coverage(_ coverage: Coverage, of name: String) -> String {
        "What \(name) reached:\n\(coverage)".asciiText
    }
}
