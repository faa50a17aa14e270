import BluetoothPort

/// The names under which explorations of this process keep results; no two may have the same.
final class CampaignNames: Sendable {
    private let taken = Lock<Set<String>>([])

    /// Whether the name was free; from now on it is not.
    func take(_ name: String) -> Bool { taken.withLock { $0.insert(name).inserted } }
}
