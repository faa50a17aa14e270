import BluetoothPort
import BluetoothTypes

// MARK: Updates

extension LocalPeripheral {
    /// Sends a value to the centrals that are subscribed to a characteristic, and returns when the system has taken it.
    ///
    /// If the system has no room, the call waits. Calls are served in their order, for all characteristics together. Where the
    /// library keeps the characteristic's value, reads get the new one from the call on; this also works for a characteristic
    /// that nobody can subscribe to. Without subscribers the call returns at once.
    ///
    /// Throws a `ClientError`: `.valueTooLong` if the value does not fit into one packet to one of the centrals,
    /// `.characteristicsNotFound` if it is not published, and `.notSupported` if it can't be updated.
    ///
    /// - Parameters:
    ///   - characteristic: The profile's characteristic.
    ///   - value: The new value.
    ///   - centrals: Only these, if they are subscribed; `nil` for all. The value is then not what reads get.
    ///   - service: Which service, if several have this type; by default the one that was published first.
    ///   - limit: How long it may wait for room.
    public func update<Value>(
        _ characteristic: TypedCharacteristic<Value>, to value: Value, for centrals: [RemoteCentral]? = nil,
        in service: PublishedService? = nil, within limit: Nanoseconds? = nil
    ) async throws {
        try await core.request(
            .update(characteristic.target(in: service), value.bytes, centrals: centrals), within: limit)
    }

    /// Sends bytes to the centrals that are subscribed to a characteristic, and returns when the system has taken them.
    public func update(
        _ characteristic: PublishedCharacteristic, to bytes: [UInt8], for centrals: [RemoteCentral]? = nil,
        within limit: Nanoseconds? = nil
    ) async throws {
        try await core.request(.update(.exact(characteristic), bytes, centrals: centrals), within: limit)
    }
}

// MARK: Subscribers

extension LocalPeripheral {
    /// The centrals that are subscribed to a characteristic now, in the order of their subscriptions.
    public func subscribers<Value>(
        of characteristic: TypedCharacteristic<Value>, in service: PublishedService? = nil
    ) -> [RemoteCentral] {
        subscribers(of: characteristic.target(in: service))
    }

    /// The centrals that are subscribed to a characteristic now, in the order of their subscriptions.
    public func subscribers(of characteristic: PublishedCharacteristic) -> [RemoteCentral] {
        subscribers(of: .exact(characteristic))
    }

    /// The centrals that are subscribed to a characteristic: now, and after each change. Any number of readers.
    ///
    /// ```swift
    /// for await centrals in peripheral.subscriberLists(of: HeartRate.measurement) {
    ///     if centrals.isEmpty { sensor.pause() } else { sensor.start() }
    /// }
    /// ```
    public func subscriberLists<Value>(
        of characteristic: TypedCharacteristic<Value>, in service: PublishedService? = nil
    ) -> AsyncStream<[RemoteCentral]> {
        subscriberLists(of: characteristic.target(in: service))
    }

    /// The centrals that are subscribed to a characteristic: now, and after each change. Any number of readers.
    public func subscriberLists(of characteristic: PublishedCharacteristic) -> AsyncStream<[RemoteCentral]> {
        subscriberLists(of: .exact(characteristic))
    }

    /// Who subscribes to which characteristic, and who ends it, from now on; any number of readers.
    public var subscriptionEvents: AsyncStream<SubscriptionEvent> {
        core.subscriptionEvents.stream(by: core.time)
    }

    private func subscribers(of target: AttributeTarget) -> [RemoteCentral] {
        core.look { $0.find(target)?.subscribers ?? [] }
    }

    private func subscriberLists(of target: AttributeTarget) -> AsyncStream<[RemoteCentral]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [RemoteCentral].self)
        let id = core.nextNumber()
        continuation.onTermination = { [weak core] _ in core?.stopWatching(id) }
        core.watch(
            target, id,
            SubscriberWatcher.Receiver(
                send: { continuation.yield($0) }, finish: { continuation.finish() }))
        return stream.limited(by: core.time) { continuation.finish() }
    }
}

extension TypedCharacteristic {
    fileprivate func target(in service: PublishedService?) -> AttributeTarget {
        service.map { .typed(uuid, in: $0) } ?? .first(uuid, of: self.service)
    }
}
