import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The previews that apps hold, so that managers can retrieve them; the references are weak.
final class PreviewRegistry: Sendable {
    static let shared = PreviewRegistry()

    private struct Entry {
        weak var preview: CBMPeripheralPreview?
        /// Whether it was created in a test's own world; managers elsewhere must not find it.
        let isOfWorld: Bool
        weak var world: World?
    }

    private let entries = Lock<[Entry]>([])

    func add(_ preview: CBMPeripheralPreview) {
        let world = MockPhone.worldOfTest
        // Returned, because the last release of a preview must not happen under the lock.
        _ = entries.withLock { entries in
            let live = entries.map(\.preview)
            entries = zip(entries, live).filter { $0.1 != nil }.map(\.0)
            entries.append(Entry(preview: preview, isOfWorld: world != nil, world: world))
            return live
        }
    }

    /// The previews that a manager in `world` finds, oldest first.
    fileprivate func live(in world: World?) -> [CBMPeripheralPreview] {
        let all = entries.withLock { $0.map { ($0.preview, $0.isOfWorld, $0.world) } }
        return all.compactMap { preview, isOfWorld, home in
            !isOfWorld || home != nil && home === world ? preview : nil
        }
    }
}

extension CBMPeripheralPreview {
    /// The previews with these identifiers that a manager in `world` finds, in that order.
    static func live(_ identifiers: [UUID], in world: World?) -> [CBMPeripheralPreview] {
        let live = PreviewRegistry.shared.live(in: world)
        return identifiers.compactMap { identifier in live.first { $0.identifier == identifier } }
    }

    /// Those that have any of these services, oldest first. They count as connected, whatever their state.
    static func live(with services: [CBMUUID], in world: World?) -> [CBMPeripheralPreview] {
        PreviewRegistry.shared.live(in: world).filter { preview in
            preview.services?.contains { services.contains($0.uuid) } ?? false
        }
    }
}
