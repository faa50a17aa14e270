extension L2CAP.Signal.Command {
    /// The codes of the signals that LE uses (Core 6.0, Vol 3, Part A, 4, Table 4.2).
    private enum Code: UInt8 {
        case commandReject = 0x01
        case disconnectionRequest = 0x06
        case disconnectionResponse = 0x07
        case connectionParameterUpdateRequest = 0x12
        case connectionParameterUpdateResponse = 0x13
        case leCreditBasedConnectionRequest = 0x14
        case leCreditBasedConnectionResponse = 0x15
        case flowControlCreditIndication = 0x16
        case creditBasedConnectionRequest = 0x17
        case creditBasedConnectionResponse = 0x18
        case creditBasedReconfigureRequest = 0x19
        case creditBasedReconfigureResponse = 0x1A
    }

    /// The code in front of the signal.
    public var code: UInt8 {
        switch self {
        case .commandReject: Code.commandReject.rawValue
        case .disconnectionRequest: Code.disconnectionRequest.rawValue
        case .disconnectionResponse: Code.disconnectionResponse.rawValue
        case .connectionParameterUpdateRequest: Code.connectionParameterUpdateRequest.rawValue
        case .connectionParameterUpdateResponse: Code.connectionParameterUpdateResponse.rawValue
        case .leCreditBasedConnectionRequest: Code.leCreditBasedConnectionRequest.rawValue
        case .leCreditBasedConnectionResponse: Code.leCreditBasedConnectionResponse.rawValue
        case .flowControlCreditIndication: Code.flowControlCreditIndication.rawValue
        case .creditBasedConnectionRequest: Code.creditBasedConnectionRequest.rawValue
        case .creditBasedConnectionResponse: Code.creditBasedConnectionResponse.rawValue
        case .creditBasedReconfigureRequest: Code.creditBasedReconfigureRequest.rawValue
        case .creditBasedReconfigureResponse: Code.creditBasedReconfigureResponse.rawValue
        case .unknown(let code, _): code
        }
    }

    /// The most channels one enhanced request may name.
    public static let maximumChannels = 5

    /// Reads the data of a signal, which are all that is left.
    fileprivate init(code raw: UInt8, from reader: inout ByteReader) throws(DecodeError) {
        guard let code = Code(rawValue: raw) else {
            self = .unknown(code: raw, data: reader.rest())
            return
        }
        switch code {
        case .commandReject:
            self = .commandReject(
                reason: L2CAP.RejectReason(rawValue: try reader.uint16()), data: reader.rest())
        case .disconnectionRequest:
            self = .disconnectionRequest(
                destinationChannel: try reader.channel(), sourceChannel: try reader.channel())
        case .disconnectionResponse:
            self = .disconnectionResponse(
                destinationChannel: try reader.channel(), sourceChannel: try reader.channel())
        case .connectionParameterUpdateRequest:
            self = .connectionParameterUpdateRequest(
                intervalMin: try reader.uint16(), intervalMax: try reader.uint16(),
                latency: try reader.uint16(), timeout: try reader.uint16())
        case .connectionParameterUpdateResponse:
            self = .connectionParameterUpdateResponse(
                L2CAP.ParameterUpdateResult(rawValue: try reader.uint16()))
        case .leCreditBasedConnectionRequest:
            self = .leCreditBasedConnectionRequest(
                L2CAP.LECreditBasedConnectionRequest(
                    spsm: try reader.uint16(), sourceChannel: try reader.channel(),
                    mtu: try reader.uint16(), mps: try reader.uint16(), initialCredits: try reader.uint16()))
        case .leCreditBasedConnectionResponse:
            self = .leCreditBasedConnectionResponse(
                L2CAP.LECreditBasedConnectionResponse(
                    destinationChannel: try reader.channel(), mtu: try reader.uint16(),
                    mps: try reader.uint16(), initialCredits: try reader.uint16(),
                    result: L2CAP.ConnectionResult(rawValue: try reader.uint16())))
        case .flowControlCreditIndication:
            self = .flowControlCreditIndication(channel: try reader.channel(), credits: try reader.uint16())
        case .creditBasedConnectionRequest:
            self = .creditBasedConnectionRequest(
                L2CAP.CreditBasedConnectionRequest(
                    spsm: try reader.uint16(), mtu: try reader.uint16(), mps: try reader.uint16(),
                    initialCredits: try reader.uint16(), sourceChannels: try reader.channels(atLeast: 1)))
        case .creditBasedConnectionResponse:
            self = .creditBasedConnectionResponse(
                L2CAP.CreditBasedConnectionResponse(
                    mtu: try reader.uint16(), mps: try reader.uint16(), initialCredits: try reader.uint16(),
                    result: L2CAP.ConnectionResult(rawValue: try reader.uint16()),
                    destinationChannels: try reader.channels(atLeast: 0)))
        case .creditBasedReconfigureRequest:
            self = .creditBasedReconfigureRequest(
                mtu: try reader.uint16(), mps: try reader.uint16(),
                destinationChannels: try reader.channels(atLeast: 1))
        case .creditBasedReconfigureResponse:
            self = .creditBasedReconfigureResponse(L2CAP.ReconfigureResult(rawValue: try reader.uint16()))
        }
    }

    fileprivate func encodeData(into bytes: inout [UInt8]) {
        switch self {
        case .commandReject(let reason, let data):
            bytes.append(littleEndian: reason.rawValue)
            bytes.append(contentsOf: data)
        case .disconnectionRequest(let destination, let source),
            .disconnectionResponse(let destination, let source):
            bytes.append(words: destination.rawValue, source.rawValue)
        case .connectionParameterUpdateRequest(let minimum, let maximum, let latency, let timeout):
            bytes.append(words: minimum, maximum, latency, timeout)
        case .connectionParameterUpdateResponse(let result): bytes.append(littleEndian: result.rawValue)
        case .leCreditBasedConnectionRequest(let request):
            bytes.append(
                words: request.spsm, request.sourceChannel.rawValue, request.mtu, request.mps,
                request.initialCredits)
        case .leCreditBasedConnectionResponse(let response):
            bytes.append(
                words: response.destinationChannel.rawValue, response.mtu, response.mps,
                response.initialCredits, response.result.rawValue)
        case .flowControlCreditIndication(let channel, let credits):
            bytes.append(words: channel.rawValue, credits)
        case .creditBasedConnectionRequest(let request):
            bytes.append(words: request.spsm, request.mtu, request.mps, request.initialCredits)
            bytes.append(request.sourceChannels, atLeast: 1)
        case .creditBasedConnectionResponse(let response):
            bytes.append(words: response.mtu, response.mps, response.initialCredits, response.result.rawValue)
            bytes.append(response.destinationChannels, atLeast: 0)
        case .creditBasedReconfigureRequest(let mtu, let mps, let channels):
            bytes.append(words: mtu, mps)
            bytes.append(channels, atLeast: 1)
        case .creditBasedReconfigureResponse(let result): bytes.append(littleEndian: result.rawValue)
        case .unknown(let code, let data):
            precondition(Code(rawValue: code) == nil, "signal \(code) is a known one")
            bytes.append(contentsOf: data)
        }
    }
}

extension L2CAP.Signal: WireValue {
    public static var layer: DecodeError.Layer { .l2cap }

    /// Reads the payload of a C-frame: a signal whose length must match.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        let identifier = try reader.uint8()
        let length = Int(try reader.uint16())
        var data = ByteReader(try reader.array(length), layer: .l2cap)
        let command = try Command(code: code, from: &data)
        try data.finish()
        self.init(identifier: identifier, command: command)
    }

    public func encode(into bytes: inout [UInt8]) {
        var data: [UInt8] = []
        command.encodeData(into: &data)
        bytes.append(command.code)
        bytes.append(identifier)
        bytes.append(littleEndian: UInt16(data.count))
        bytes.append(contentsOf: data)
    }
}

extension ByteReader {
    fileprivate mutating func channel() throws(DecodeError) -> L2CAP.ChannelID {
        L2CAP.ChannelID(rawValue: try uint16())
    }

    fileprivate mutating func channels(atLeast minimum: Int) throws(DecodeError) -> [L2CAP.ChannelID] {
        try need(minimum * 2)
        var channels: [L2CAP.ChannelID] = []
        while !isAtEnd { channels.append(try channel()) }
        guard channels.count <= L2CAP.Signal.Command.maximumChannels else {
            throw invalid("channel count", channels.count)
        }
        return channels
    }
}

extension Array where Element == UInt8 {
    fileprivate mutating func append(words: UInt16...) {
        for word in words { append(littleEndian: word) }
    }

    fileprivate mutating func append(_ channels: [L2CAP.ChannelID], atLeast minimum: Int) {
        precondition(
            (minimum...L2CAP.Signal.Command.maximumChannels).contains(channels.count),
            "a signal with \(channels.count) channels")
        for channel in channels { append(littleEndian: channel.rawValue) }
    }
}
