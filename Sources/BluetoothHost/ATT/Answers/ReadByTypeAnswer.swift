import BluetoothTypes
import BluetoothWire

/// Answers Read By Type: as many values of one length as there is room for (Core 6.0, Vol 3, Part F,
/// 3.4.4.1).
struct ReadByTypeAnswer: Sendable {
    private let range: ATT.HandleRange
    private let type: BluetoothUUID
    private let mtu: Int
    /// Where to continue.
    private var next: ATT.Handle
    /// The PDU so far, without an entry until the first value is known.
    private var bytes: [UInt8] = []
    private var entryLength = 0

    init(range: ATT.HandleRange, type: BluetoothUUID, mtu: Int) {
        self.range = range
        self.type = type
        self.mtu = mtu
        next = range.first
    }

    mutating func begin(_ server: inout GATTServer, _ link: Host.LinkID) -> RequestAnswer.Step {
        guard range.isValid else { return .refuse(.invalidHandle, range.first) }
        return advance(&server, link)
    }

    mutating func resume(
        _ result: Result<[UInt8], ATT.ErrorCode>, _ server: inout GATTServer, _ link: Host.LinkID
    ) -> RequestAnswer.Step {
        switch result {
        case .failure(let code): return bytes.isEmpty ? .refuse(code, next) : .reply(bytes)
        case .success(let value):
            guard accept(value), step() else { return .reply(bytes) }
            return advance(&server, link)
        }
    }

    /// Takes values from the database until the upper layer has to be asked for one or the PDU ends.
    private mutating func advance(_ server: inout GATTServer, _ link: Host.LinkID) -> RequestAnswer.Step {
        var places = server.indices(in: ATT.HandleRange(first: next, last: range.last))
        while let index = server.attributes.first(type, in: places) {
            places = index + 1..<places.upperBound
            next = server.attributes.handle(at: index)
            if !bytes.isEmpty, bytes.count + entryLength > mtu { return .reply(bytes) }
            switch server.read(index, by: link) {
            case .ask: return .askToRead(next, offset: 0)
            case .refused(let code): return bytes.isEmpty ? .refuse(code, next) : .reply(bytes)
            case .value(let value): if !accept(value) { return .reply(bytes) }
            }
        }
        return bytes.isEmpty ? .refuse(.attributeNotFound, range.first) : .reply(bytes)
    }

    /// Appends the value of `next`; `false` when its length differs from the first one's.
    private mutating func accept(_ value: [UInt8]) -> Bool {
        let length = min(value.count, mtu - 4, 253)
        if bytes.isEmpty {
            entryLength = length + 2
            bytes.reserveCapacity(min(mtu, 2 + 4 * entryLength) + L2CAP.BasicFrame.headerLength)
            bytes.append(ATT.Opcode.readByTypeResponse.rawValue)
            bytes.append(UInt8(truncatingIfNeeded: entryLength))
        }
        guard length + 2 == entryLength else { return false }
        bytes.append(littleEndian: next)
        bytes.append(contentsOf: value.prefix(length))
        return true
    }

    /// Moves past `next`; returns `false` at the end of the range.
    private mutating func step() -> Bool {
        guard next < range.last else { return false }
        next += 1
        return true
    }
}
