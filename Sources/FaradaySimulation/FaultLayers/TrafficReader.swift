import BluetoothTypes
import BluetoothWire

/// What an L2CAP frame is about, as far as faults care. It sees the first packet of a frame, which may be all of it.
enum Traffic {
    /// A request of the attribute protocol, or a command.
    case request(Fault.Operation, handle: ATT.Handle, valueStart: Int)
    /// A discovery request: its operation, and the range of handles.
    case discovery(Fault.Operation, first: ATT.Handle, last: ATT.Handle, service: BluetoothUUID?)
    /// A request for the exchange of the MTU.
    case mtuRequest
    /// Any other request: the next response is not the one that a fault waits for.
    case otherRequest
    /// A response of the attribute protocol.
    case response
    /// A notification or an indication.
    case notification(handle: ATT.Handle)
    /// A packet of the Security Manager.
    case pairing
    /// A request for a channel.
    case channelRequest
    /// The end of a channel, which either side asks for.
    case channelClosing
    /// The answer to a request for a channel, or for its end.
    case channelAnswer
    /// Data of a channel.
    case channelData
    case other

    init(_ data: [UInt8]) {
        self = .other
        guard data.count > 4 else { return }
        let channel = Self.word(data, 2)
        switch channel {
        case L2CAP.ChannelID.att.rawValue: self = Self.attribute(data)
        case L2CAP.ChannelID.leSignaling.rawValue:
            // Core 6.0, Vol 3, Part A, table 4.2: requests for channels, their end, and the answers.
            switch data[4] {
            case 0x14, 0x17: self = .channelRequest
            case 0x06: self = .channelClosing
            case 0x07, 0x15, 0x18: self = .channelAnswer
            default: break
            }
        case L2CAP.ChannelID.smp.rawValue: self = .pairing
        default: if L2CAP.ChannelID(rawValue: channel).isDynamic { self = .channelData }
        }
    }

    /// Whether a frame asks for a further part of a value.
    static func isReadBlob(_ frame: [UInt8]) -> Bool {
        frame.count > 6 && ATT.Opcode(rawValue: frame[4]) == .readBlobRequest
    }

    static func word(_ data: [UInt8], _ index: Int) -> UInt16 {
        index + 1 < data.count ? UInt16(data[index]) | UInt16(data[index + 1]) << 8 : 0
    }

    private static func attribute(_ data: [UInt8]) -> Traffic {
        let opcode = ATT.Opcode(rawValue: data[4])
        let handle = word(data, 5)
        switch opcode {
        case .readRequest: return .request(.read, handle: handle, valueStart: data.count)
        case .writeRequest: return .request(.write, handle: handle, valueStart: 7)
        case .prepareWriteRequest where word(data, 7) == 0:
            return .request(.write, handle: handle, valueStart: 9)
        case .writeCommand: return .request(.writeWithoutResponse, handle: handle, valueStart: 7)
        case .findInformationRequest:
            return .discovery(.descriptorDiscovery, first: handle, last: word(data, 7), service: nil)
        case .findByTypeValueRequest:
            let service = BluetoothUUID(littleEndian: Array(data.dropFirst(11)))
            return .discovery(.serviceDiscovery, first: handle, last: word(data, 7), service: service)
        case .readByGroupTypeRequest:
            return .discovery(.serviceDiscovery, first: handle, last: word(data, 7), service: nil)
        case .readByTypeRequest where data.count == 11:
            switch word(data, 9) {
            case 0x2802:
                return .discovery(
                    .includedServiceDiscovery, first: handle, last: word(data, 7), service: nil)
            case 0x2803:
                return .discovery(.characteristicDiscovery, first: handle, last: word(data, 7), service: nil)
            default: return .otherRequest
            }
        case .exchangeMTURequest: return .mtuRequest
        case .handleValueNotification, .handleValueIndication: return .notification(handle: handle)
        case .errorResponse, .exchangeMTUResponse, .findInformationResponse, .findByTypeValueResponse,
            .readByTypeResponse, .readResponse, .readBlobResponse, .readMultipleResponse,
            .readByGroupTypeResponse, .writeResponse, .prepareWriteResponse, .executeWriteResponse:
            return .response
        case .handleValueConfirmation, .signedWriteCommand: return .other
        default: return .otherRequest
        }
    }
}

/// L2CAP frames, whole and in packets.
enum Frames {
    /// A frame around a payload.
    static func frame(_ payload: [UInt8], on channel: L2CAP.ChannelID) -> [UInt8] {
        L2CAP.BasicFrame(channel: channel, payload: payload).bytes
    }

    /// The payload of a frame changed, with the right length in its header.
    static func changed(_ frame: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var payload = Array(frame.dropFirst(L2CAP.BasicFrame.headerLength))
        change(&payload)
        return Self.frame(payload, on: L2CAP.ChannelID(rawValue: Traffic.word(frame, 2)))
    }

    /// The packets of a frame, each of at most `size` bytes.
    static func packets(
        of frame: [UInt8], _ handle: UInt16, size: Int, first: HCI.ACLData.PacketBoundary
    ) -> [HCI.ACLData] {
        stride(from: 0, to: frame.count, by: size).map { start in
            HCI.ACLData(
                connectionHandle: handle, packetBoundary: start == 0 ? first : .continuing,
                data: Array(frame[start..<min(start + size, frame.count)]))
        }
    }
}
