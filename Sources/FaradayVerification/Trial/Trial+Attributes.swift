import BluetoothPort
import BluetoothTypes

/// What a trial does with the attributes of the other end.
extension Trial {
    func services(of peer: PeerIdentifier, _ filter: [BluetoothUUID]? = nil) throws -> [Central.Service] {
        send(.discoverServices(peer, filter))
        return try next("didDiscoverServices") { event in
            guard case .servicesDiscovered(peer, let services, nil) = event else { return nil }
            return services
        }
    }

    func service(of peer: PeerIdentifier) throws -> Central.Service {
        guard let service = try services(of: peer).first(where: { $0.uuid == sought }) else {
            throw TrialEnd.otherwise("the other end has no service \(sought)")
        }
        return service
    }

    func characteristics(
        of service: Central.Service, _ peer: PeerIdentifier, _ filter: [BluetoothUUID]? = nil
    ) throws -> [Central.Characteristic] {
        send(.discoverCharacteristics(peer, filter, service: service.identifier))
        return try next("didDiscoverCharacteristics") { event in
            guard case .characteristicsDiscovered(peer, service.identifier, let found, nil) = event else {
                return nil
            }
            return found
        }
    }

    /// Connects, and discovers what the bench has: its address for what follows.
    @discardableResult func openBench() throws -> PeerIdentifier {
        let peer = try connect()
        try learn(peer)
        return peer
    }

    /// Connects to a bench that another manager has found, and that may be connected, and discovers what it has.
    func openBench(known peer: PeerIdentifier) throws {
        try powerOn()
        bench = peer
        send(.connect(peer, .init()))
        try connected(peer)
        try learn(peer)
    }

    func learn(_ peer: PeerIdentifier) throws {
        let found = try characteristics(of: try service(of: peer), peer)
        attributes = Dictionary(grouping: found, by: \.uuid)
    }

    func attribute(_ uuid: BluetoothUUID) throws -> AttributeIdentifier {
        guard let first = attributes[uuid]?.first else {
            throw TrialEnd.otherwise("the other end has no characteristic \(uuid)")
        }
        return first.identifier
    }

    func twins(_ uuid: BluetoothUUID) -> [Central.Characteristic] { attributes[uuid] ?? [] }

    /// The next value of a characteristic.
    func value(of attribute: AttributeIdentifier, within limit: Nanoseconds = Trial.patience) throws
        -> Result<
            [UInt8], PortError
        >
    {
        try next("didUpdateValue", within: limit) { event in
            guard case .characteristicValue(_, attribute, let result) = event else { return nil }
            return result
        }
    }

    func read(_ uuid: BluetoothUUID, within limit: Nanoseconds = Trial.patience) throws -> Result<
        [UInt8], PortError
    > {
        let attribute = try attribute(uuid)
        send(.readCharacteristic(try peer(), attribute))
        return try value(of: attribute, within: limit)
    }

    /// Writes with response; the error of the answer.
    func write(_ uuid: BluetoothUUID, _ bytes: [UInt8]) throws -> PortError? {
        let attribute = try attribute(uuid)
        send(.writeCharacteristic(try peer(), attribute, bytes, .withResponse))
        return try written(attribute)
    }

    func written(_ attribute: AttributeIdentifier) throws -> PortError? {
        try next("didWriteValue") { event -> PortError?? in
            guard case .characteristicWritten(_, attribute, let error) = event else { return nil }
            return .some(error)
        }
    }

    /// Subscribes or unsubscribes: what the answer says.
    func notify(_ uuid: BluetoothUUID, _ isOn: Bool) throws -> (isNotifying: Bool, error: PortError?) {
        let attribute = try attribute(uuid)
        send(.setNotify(try peer(), attribute, isOn))
        return try next("didUpdateNotificationState") { event in
            guard case .notifyStateChanged(_, attribute, let isNotifying, let error) = event else {
                return nil
            }
            return (isNotifying, error)
        }
    }

    /// Tells the bench what to do.
    func tell(_ command: BenchCommand) throws {
        hasChangedBench = hasChangedBench || command.isLasting
        if let error = try write(BenchID.control, command.bytes) {
            throw TrialEnd.notTried("the bench does not take a command: \(error)")
        }
    }

    func peer() throws -> PeerIdentifier {
        guard let bench else { throw TrialEnd.notTried("the bench is not known yet") }
        return bench
    }

    func descriptors(of uuid: BluetoothUUID) throws -> [Central.Descriptor] {
        let attribute = try attribute(uuid)
        send(.discoverDescriptors(try peer(), characteristic: attribute))
        return try next("didDiscoverDescriptors") { event in
            guard case .descriptorsDiscovered(_, attribute, let found, nil) = event else { return nil }
            return found
        }
    }

    /// Opens a channel: it, or why it did not open.
    func channel(_ psm: UInt16) throws -> Result<Channel, PortError> {
        send(.openChannel(try peer(), psm: psm))
        return try next("didOpen channel") { event in
            if case .channelOpened(_, let result) = event { result } else { nil }
        }
    }

    /// Opens a channel to the bench, which sends back what it gets.
    func benchChannel() throws -> Channel {
        let number = try read(BenchID.channelNumber).get()
        try require(number.count == 2, "the PSM has \(number.count) bytes")
        return try channel(UInt16(number[0]) | UInt16(number[1]) << 8).get()
    }
}
