import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Where packets of one direction of one link pass.
enum PacketPath: Hashable {
    /// Between a node's host and its controller: the connection's handle, and whether the packet goes to the controller.
    case hci(NodeID?, UInt16, isDown: Bool)
    /// On air: the access address and the sender.
    case air(UInt32, NodeID)
}

/// Joins the packets of an L2CAP frame (Core 6.0, Vol 3, Part A, 7.2.1).
struct FrameJoiner {
    /// What a packet adds to its frame.
    enum Step {
        /// The frame is complete: its bytes, with the header.
        case complete([UInt8])
        /// The first part of a longer frame.
        case begun([UInt8])
        /// A part in the middle, or nothing that belongs to a frame.
        case nothing
    }

    private var open: [PacketPath: [UInt8]] = [:]
    private var sequence: [PacketPath: Bool] = [:]

    mutating func add(_ bytes: [UInt8], isStart: Bool, on path: PacketPath) -> Step {
        var frame: [UInt8] = []
        if !isStart {
            guard let begun = open.removeValue(forKey: path) else { return .nothing }
            frame = begun
        }
        frame += bytes
        if let length = Self.length(frame), frame.count >= length {
            open[path] = nil
            return .complete(frame)
        }
        open[path] = frame
        return isStart ? .begun(frame) : .nothing
    }

    /// Whether a packet on air is new, and no repetition of the one before it: the sequence number tells.
    mutating func isNew(_ sequenceNumber: Bool, on path: PacketPath) -> Bool {
        defer { sequence[path] = sequenceNumber }
        return sequence[path] != sequenceNumber
    }

    /// A link begins or ends on this path.
    mutating func forget(_ path: PacketPath) {
        open[path] = nil
        sequence[path] = nil
    }

    private static func length(_ frame: [UInt8]) -> Int? {
        frame.count < 4 ? nil : 4 + (Int(frame[0]) | Int(frame[1]) << 8)
    }
}
