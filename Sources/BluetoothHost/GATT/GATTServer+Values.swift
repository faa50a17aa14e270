import BluetoothTypes
import BluetoothWire

/// Reading and writing one attribute for one client.
extension GATTServer {
    /// What an attribute returns to a reader.
    enum Lookup: Hashable, Sendable {
        case value([UInt8])
        /// The upper layer has the value.
        case ask
        case refused(ATT.ErrorCode)
    }

    /// Why a client may not access an attribute, or `nil`. The characteristic's properties are checked first,
    /// then permissions and the link's security.
    func refusal(of access: AttributeSecurity.Access, at index: Int, by link: Host.LinkID) -> ATT.ErrorCode? {
        let rules = attributes.rules(at: index)
        if let properties = rules.properties {
            switch access {
            case .read: if !properties.contains(.read) { return .readNotPermitted }
            case .write: if !properties.contains(.write) { return .writeNotPermitted }
            case .notify: break
            }
        }
        return refusal(of: access, rules.permissions, by: link)
    }

    private func refusal(
        of access: AttributeSecurity.Access, _ permissions: GATT.Permissions, by link: Host.LinkID
    ) -> ATT.ErrorCode? {
        guard permissions.isRestricted(for: access) else { return nil }
        let security = clients[client(link)].security
        return security.refusal(of: access, permissions, minimumKeySize: minimumKeySize)
    }

    /// Reads the attribute at an index.
    mutating func read(_ index: Int, by link: Host.LinkID) -> Lookup {
        if let code = refusal(of: .read, at: index, by: link) { return .refused(code) }
        switch attributes.content(at: index) {
        case .constant(let value), .stored(let value): return .value(value)
        case .deviceName, .appearance: return .value(value(of: attributes.content(at: index)) ?? [])
        case .dynamic: return .ask
        case .configuration(let handle, _):
            return .value(.littleEndian(subscription(of: link, to: handle).rawValue))
        case .clientFeatures: return .value([clients[client(link)].features])
        case .databaseHash:
            let client = client(link)
            if clients[client].awareness == .unaware { clients[client].awareness = .informed }
            return .value(currentHash())
        }
    }

    // MARK: Writing

    /// Why a write command to an attribute is ignored, or `nil`; only values of characteristics accept them.
    func commandRefusal(at index: Int, by link: Host.LinkID) -> ATT.ErrorCode? {
        let rules = attributes.rules(at: index)
        guard let properties = rules.properties, properties.contains(.writeWithoutResponse),
            !ignoresCommands(of: link)
        else { return .writeNotPermitted }
        return refusal(of: .write, rules.permissions, by: link)
    }

    /// Why a whole new value does not fit an attribute that may be written, or `nil`.
    func valueRefusal(_ value: [UInt8], at index: Int, by link: Host.LinkID) -> ATT.ErrorCode? {
        switch attributes.content(at: index) {
        case .constant, .deviceName, .appearance, .databaseHash: return .writeNotPermitted
        case .stored, .dynamic:
            return value.count > ATT.maximumValueLength ? .invalidAttributeValueLength : nil
        case .configuration(_, let allowed):
            guard value.count == 2 else { return .invalidAttributeValueLength }
            let bits = UInt16(value[0]) | UInt16(value[1]) << 8
            return GATT.Subscription(rawValue: bits).isSubset(of: allowed) ? nil : .valueNotAllowed
        case .clientFeatures:
            guard let first = value.first else { return .invalidAttributeValueLength }
            let old = clients[client(link)].features
            return old & ~first == 0 ? nil : .valueNotAllowed
        }
    }

    /// What a write has changed.
    enum Written: Hashable, Sendable {
        /// Something of the host's own.
        case nothing
        /// A stored value; it is reported to the upper layer.
        case value
        case subscription(ATT.Handle, GATT.Subscription)
    }

    /// Writes a value that `valueRefusal` has allowed to an attribute that is not dynamic.
    mutating func write(_ value: [UInt8], at index: Int, by link: Host.LinkID) -> Written {
        switch attributes.content(at: index) {
        case .stored:
            setContent(.stored(value), at: index)
            return .value
        case .configuration(let handle, _):
            let bits = UInt16(value[0]) | UInt16(value[1]) << 8
            let subscription = GATT.Subscription(rawValue: bits)
            let isNew = subscribe(link, to: handle, subscription)
            let isOwn = handle == Self.serviceChangedHandle
            return isNew && !isOwn ? .subscription(handle, subscription) : .nothing
        case .clientFeatures:
            let client = client(link)
            clients[client].features = value[0] & ClientRecord.knownFeatures
            clientChanged(client)
            return .nothing
        case .constant, .deviceName, .appearance, .dynamic, .databaseHash:
            preconditionFailure("attribute \(attributes.handle(at: index)) can't be written by the host")
        }
    }

    // MARK: Prepared writes

    /// Queues a part, or returns why not (Core 6.0, Vol 3, Part F, 3.4.6.1).
    mutating func prepare(_ part: GATT.WriteRequest.Part, by link: Host.LinkID) -> ATT.ErrorCode? {
        guard let index = index(of: part.handle) else { return .invalidHandle }
        if let code = refusal(of: .write, at: index, by: link) { return code }
        let client = client(link)
        guard clients[client].prepared.count < ClientRecord.preparedLimit else { return .prepareQueueFull }
        clients[client].prepared.append(part)
        return nil
    }

    /// Empties the queue.
    mutating func takePrepared(of link: Host.LinkID) -> [GATT.WriteRequest.Part] {
        let client = client(link)
        defer { clients[client].prepared = [] }
        return clients[client].prepared
    }

    /// The values that the parts give for the attributes the host keeps, checked so that writing them can't
    /// fail. After a part is written, the value ends with it (Core 6.0, Vol 3, Part F, 3.4.6.3).
    func staged(
        _ parts: [GATT.WriteRequest.Part], by link: Host.LinkID
    ) throws(AttributeError) -> [ATT.HandleValue] {
        var staged: [ATT.HandleValue] = []
        for part in parts {
            guard let index = index(of: part.handle) else {
                throw AttributeError(.invalidHandle, part.handle)
            }
            if attributes[index].isDynamic {
                guard part.value.count <= ATT.maximumValueLength - min(part.offset, 512) else {
                    throw AttributeError(.invalidAttributeValueLength, part.handle)
                }
                continue
            }
            let place = staged.firstIndex { $0.handle == part.handle }
            let old = place.map { staged[$0].value } ?? presentValue(at: index, by: link)
            guard part.offset <= old.count else { throw AttributeError(.invalidOffset, part.handle) }
            let new = part.offset == 0 ? part.value : Array(old.prefix(part.offset)) + part.value
            if let code = valueRefusal(new, at: index, by: link) { throw AttributeError(code, part.handle) }
            if let place {
                staged[place].value = new
            } else {
                staged.append(ATT.HandleValue(handle: part.handle, value: new))
            }
        }
        return staged
    }

    private func presentValue(at index: Int, by link: Host.LinkID) -> [UInt8] {
        let content = attributes.content(at: index)
        return switch content {
        case .constant, .stored, .deviceName, .appearance: value(of: content) ?? []
        case .configuration(let handle, _): .littleEndian(subscription(of: link, to: handle).rawValue)
        case .clientFeatures: [clients[client(link)].features]
        case .dynamic, .databaseHash: []
        }
    }
}

/// Why a request failed, and at which attribute.
struct AttributeError: Error, Hashable, Sendable {
    var code: ATT.ErrorCode
    var handle: ATT.Handle
    init(_ code: ATT.ErrorCode, _ handle: ATT.Handle) {
        self.code = code
        self.handle = handle
    }
}
