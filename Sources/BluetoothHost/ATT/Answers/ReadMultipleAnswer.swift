import BluetoothTypes
import BluetoothWire

/// Answers Read Multiple and Read Multiple Variable: the values in the order of the request, cut where the
/// PDU ends. If one attribute can't be read the whole request is refused (Core 6.0, Vol 3, Part F, 3.4.4.7
/// and 3.4.4.11).
struct ReadMultipleAnswer: Sendable {
    private let handles: [ATT.Handle]
    private let isVariable: Bool
    private let mtu: Int
    private var next = 0
    private var bytes: [UInt8] = []

    init(handles: [ATT.Handle], isVariable: Bool, mtu: Int) {
        self.handles = handles
        self.isVariable = isVariable
        self.mtu = mtu
    }

    mutating func begin(_ server: inout GATTServer, _ link: Host.LinkID) -> RequestAnswer.Step {
        for handle in handles {
            guard let index = server.index(of: handle) else { return .refuse(.invalidHandle, handle) }
            if let code = server.refusal(of: .read, at: index, by: link) { return .refuse(code, handle) }
        }
        let opcode: ATT.Opcode = isVariable ? .readMultipleVariableResponse : .readMultipleResponse
        bytes.append(opcode.rawValue)
        return advance(&server, link)
    }

    mutating func resume(
        _ result: Result<[UInt8], ATT.ErrorCode>, _ server: inout GATTServer, _ link: Host.LinkID
    ) -> RequestAnswer.Step {
        switch result {
        case .failure(let code): return .refuse(code, handles[next])
        case .success(let value):
            append(value)
            return advance(&server, link)
        }
    }

    private mutating func advance(_ server: inout GATTServer, _ link: Host.LinkID) -> RequestAnswer.Step {
        while next < handles.count, bytes.count + (isVariable ? 2 : 0) < mtu {
            guard let index = server.index(of: handles[next]) else {
                return .refuse(.invalidHandle, handles[next])
            }
            switch server.read(index, by: link) {
            case .ask: return .askToRead(handles[next], offset: 0)
            case .refused(let code): return .refuse(code, handles[next])
            case .value(let value): append(value)
            }
        }
        return .reply(bytes)
    }

    private mutating func append(_ value: [UInt8]) {
        if isVariable { bytes.append(littleEndian: UInt16(clamping: value.count)) }
        bytes.append(contentsOf: value.prefix(max(0, mtu - bytes.count)))
        next += 1
    }
}
