import BluetoothTypes
import BluetoothWire

/// Answers Read and Read Blob (Core 6.0, Vol 3, Part F, 3.4.4.3 and 3.4.4.5).
struct ReadAnswer: Sendable {
    let handle: ATT.Handle
    /// `nil` on Read.
    let offset: UInt16?
    let mtu: Int

    func begin(_ server: inout GATTServer, _ link: Host.LinkID) -> RequestAnswer.Step {
        guard let index = server.index(of: handle) else { return .refuse(.invalidHandle, handle) }
        switch server.read(index, by: link) {
        case .refused(let code): return .refuse(code, handle)
        case .ask: return .askToRead(handle, offset: Int(offset ?? 0))
        case .value(let value):
            if offset != nil, server.attributes[index].hasFixedLength, value.count <= mtu - 1 {
                return .refuse(.attributeNotLong, handle)
            }
            let start = Int(offset ?? 0)
            guard start <= value.count else { return .refuse(.invalidOffset, handle) }
            return .reply(pdu(value, from: start))
        }
    }

    /// The upper layer answers with the bytes from the offset on.
    func resume(_ result: Result<[UInt8], ATT.ErrorCode>) -> RequestAnswer.Step {
        switch result {
        case .success(let value): .reply(pdu(value, from: 0))
        case .failure(let code): .refuse(code, handle)
        }
    }

    private func pdu(_ value: [UInt8], from start: Int) -> [UInt8] {
        let opcode: ATT.Opcode = offset == nil ? .readResponse : .readBlobResponse
        let count = min(value.count - start, mtu - 1)
        return AttributeBearer.pdu(opcode, nil, value, from: start, count: count)
    }
}
