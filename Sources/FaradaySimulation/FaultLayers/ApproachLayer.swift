import BluetoothTypes
import FaradayEngine

/// A layer of the medium: a phone that connects does not hear a device, or its requests get lost.
final class ApproachLayer: MediumFault {
    struct Deafness {
        let phone: NodeID
        /// `nil` is any.
        let device: NodeID?
        /// `nil` is until the attempt ends.
        let end: Instant?
    }

    @exclusivity(unchecked) private(set) var deafnesses: [Deafness] = []
    /// Requests to connect that get lost, one each.
    @exclusivity(unchecked) private(set) var losses: [(phone: NodeID, device: NodeID?)] = []

    var watchesIdleLinks: Bool { false }
    var isEmpty: Bool { deafnesses.isEmpty && losses.isEmpty }
    var nextEnd: Instant? { deafnesses.compactMap(\.end).min() }

    func deafen(_ phone: NodeID, to device: NodeID?, until end: Instant?) {
        deafnesses.append(Deafness(phone: phone, device: device, end: end))
    }

    func loseRequest(of phone: NodeID, to device: NodeID?) { losses.append((phone, device)) }

    /// The attempt of a phone has ended.
    func end(_ phone: NodeID, _ device: NodeID?) {
        deafnesses.removeAll { $0.phone == phone && $0.device == device }
        losses.removeAll { $0.phone == phone && $0.device == device }
    }

    func expire(at now: Instant) {
        deafnesses.removeAll { $0.end.map { $0 <= now } ?? false }
    }

    func verdict(on frame: MediumFrame, _ entropy: inout EntropyStream) -> MediumVerdict {
        switch frame.kind {
        case .invitation:
            let isDeaf = deafnesses.contains {
                $0.phone == frame.receiver && ($0.device ?? frame.sender) == frame.sender
                    && frame.time < $0.end ?? .init(nanoseconds: .max)
            }
            return isDeaf ? .lose : .deliver
        case .connectRequest:
            let place = losses.firstIndex {
                $0.phone == frame.sender && ($0.device ?? frame.receiver) == frame.receiver
            }
            guard let place else { return .deliver }
            losses.remove(at: place)
            return .lose
        default: return .deliver
        }
    }
}
