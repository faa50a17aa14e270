import BluetoothTypes
import BluetoothWire

/// Answers Write, and Execute Write with all its parts at once: either every part is written to the database
/// or none (Core 6.0, Vol 3, Part F, 3.4.5.1 and 3.4.6.3).
struct WriteAnswer: Sendable {
    private let opcode: ATT.Opcode
    private let parts: [GATT.WriteRequest.Part]
    /// What is written to the host's own attributes if nothing refuses it.
    private var staged: [ATT.HandleValue] = []

    /// A Write Request.
    init(handle: ATT.Handle, value: [UInt8]) {
        opcode = .writeResponse
        parts = [GATT.WriteRequest.Part(handle: handle, offset: 0, value: value)]
    }

    /// An Execute Write Request with the queue it ends.
    init(executing queue: [GATT.WriteRequest.Part]) {
        opcode = .executeWriteResponse
        parts = queue
    }

    mutating func begin(_ server: inout GATTServer, _ link: Host.LinkID) -> RequestAnswer.Step {
        var needsFloorAbove = false
        for part in parts {
            guard let index = server.index(of: part.handle) else {
                return .refuse(.invalidHandle, part.handle)
            }
            if let code = server.refusal(of: .write, at: index, by: link) {
                return .refuse(code, part.handle)
            }
            if server.attributes[index].isDynamic { needsFloorAbove = true }
        }
        do {
            staged = try server.staged(parts, by: link)
        } catch {
            return .refuse(error.code, error.handle)
        }
        return needsFloorAbove ? .askToWrite(told(in: server)) : commit(&server, link, isTold: false)
    }

    /// The error names the part that was `refused`, if it is one of these (Part F, 3.4.6.3).
    func resume(
        _ result: Result<[UInt8], ATT.ErrorCode>, refused: ATT.Handle?, _ server: inout GATTServer,
        _ link: Host.LinkID
    ) -> RequestAnswer.Step {
        switch result {
        case .success: return commit(&server, link, isTold: true)
        case .failure(let code):
            let part = parts.first { $0.handle == refused } ?? parts[0]
            return .refuse(code, part.handle)
        }
    }

    /// The parts that are reported to the upper layer: those for values, not for configurations.
    private func told(in server: GATTServer) -> [GATT.WriteRequest.Part] {
        parts.filter { part in
            guard let index = server.index(of: part.handle) else { return false }
            switch server.attributes.content(at: index) {
            case .stored, .dynamic: return true
            case .constant, .deviceName, .appearance, .configuration, .clientFeatures, .databaseHash:
                return false
            }
        }
    }

    private func commit(
        _ server: inout GATTServer, _ link: Host.LinkID, isTold: Bool
    ) -> RequestAnswer.Step {
        var changes: [GATTServer.Change] = []
        if !isTold {
            let told = told(in: server)
            if !told.isEmpty { changes.append(.values(told)) }
        }
        for entry in staged {
            // While the upper layer answered, a service may have been removed and its handles given to
            // another.
            guard let index = server.index(of: entry.handle), !server.attributes[index].isDynamic,
                server.valueRefusal(entry.value, at: index, by: link) == nil
            else { continue }
            if case .subscription(let handle, let new) = server.write(entry.value, at: index, by: link) {
                changes.append(.subscription(handle, new))
            }
        }
        return .reply(AttributeBearer.pdu(opcode, nil, [], from: 0, count: 0), written: changes)
    }
}
