import BluetoothTypes
import BluetoothWire

/// A layer of the medium that decides about each frame: deliver or lose.
///
/// Layers are asked in order after range, fading and random loss. When one layer loses a frame, the later ones are not
/// asked. Layers see frames only: no controller knows about them.
///
/// ```swift
/// struct Deaf: MediumFault {
///     let node: NodeID
///     var watchesIdleLinks: Bool { true }
///     mutating func verdict(on frame: MediumFrame, _ entropy: inout EntropyStream) -> MediumVerdict {
///         frame.receiver == node ? .lose : .deliver
///     }
/// }
/// ```
package protocol MediumFault {
    /// Whether the layer may lose the empty packets that keep an idle link alive.
    ///
    /// If it may, every connection event of every link is run. Otherwise idle links cost nothing.
    var watchesIdleLinks: Bool { get }
    /// Decides about one frame; draws come from the layer's own stream.
    mutating func verdict(on frame: MediumFrame, _ entropy: inout EntropyStream) -> MediumVerdict
}

/// The decision about a frame.
package enum MediumVerdict: Hashable, Sendable {
    case deliver
    case lose
}

/// A frame as a fault layer sees it.
package struct MediumFrame: Hashable, Sendable {
    /// What a frame is part of.
    package enum Kind: Hashable, Sendable {
        /// ADV_IND and similar PDUs, on primary or secondary channels, as a scanner hears them.
        case advertisement
        /// The same, as an initiator hears them.
        case invitation
        case scanRequest
        case scanResponse
        case connectRequest
        case connectResponse
        /// A data PDU without payload.
        case empty
        /// A data PDU with this many bytes of payload.
        case data(Int)
        /// A control PDU with this opcode.
        case control(UInt8)
        /// A packet of a step of Channel Sounding, of mode 0, 1 or 3.
        case channelSounding
    }

    package var time: Instant
    package var sender: NodeID
    package var receiver: NodeID
    package var channel: UInt8
    package var kind: Kind
}
