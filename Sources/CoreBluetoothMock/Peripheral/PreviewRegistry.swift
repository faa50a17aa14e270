import BluetoothPort
import FaradayCoreBluetooth

/// The previews that apps have, for managers to retrieve; they are not kept.
final class PreviewRegistry: Sendable {
    static let shared = PreviewRegistry()

    private struct Entry {
        weak var preview: CBMPeripheralPreview?
    }

    private let entries = Lock<[Entry]>([])

    func add(_ preview: CBMPeripheralPreview) {
        let entry = Entry(preview: preview)
        entries.withLock { entries in
            entries.removeAll { $0.preview == nil }
            entries.append(entry)
        }
    }

    fileprivate var live: [CBMPeripheralPreview] {
        entries.withLock { $0.compactMap(\.preview) }
    }
}

extension CBMPeripheralPreview {
    /// The previews with these identifiers, in that order.
    static func live(_ identifiers: [UUID]) -> [CBMPeripheralPreview] {
        let live = PreviewRegistry.shared.live
        return identifiers.compactMap { identifier in live.first { $0.identifier == identifier } }
    }

    /// The connected previews that have any of these services, oldest first.
    static func live(connectedWith services: [CBMUUID]) -> [CBMPeripheralPreview] {
        PreviewRegistry.shared.live.filter { preview in
            preview.state == .connected
                && preview.services?.contains { services.contains($0.uuid) } ?? false
        }
    }
}
