import BluetoothPort
import BluetoothTypes
import BluetoothWire

// MARK: Typed

extension Peripheral {
    /// Reads a value. Connects and discovers first, if needed.
    ///
    /// - Parameters:
    ///   - characteristic: The profile's characteristic.
    ///   - limit: How long it may take, with the connection.
    ///   - reading: Whether additions to the value are kept in its `unknown`, or make it malformed.
    public func read<Value>(
        _ characteristic: TypedCharacteristic<Value>, within limit: Nanoseconds? = nil,
        reading: ValueReading = .lenient
    ) async throws -> Value {
        let bytes = try await read(characteristic.path, within: limit)
        return try decode(bytes, characteristic, .read, characteristic.path, reading)
    }

    /// Reads a value from one of several services.
    public func read<Value>(
        _ characteristic: TypedCharacteristic<Value>, in service: ServicePath,
        within limit: Nanoseconds? = nil, reading: ValueReading = .lenient
    ) async throws -> Value {
        let path = characteristic.path(in: service)
        return try decode(try await read(path, within: limit), characteristic, .read, path, reading)
    }

    /// Writes a value and waits for the peripheral's answer.
    ///
    /// A value that does not fit into one packet is sent in parts that the peripheral puts together (Core 6.0, Vol 3, Part G,
    /// 4.9.4); the limit is 512 bytes.
    public func write<Value>(
        _ value: Value, to characteristic: TypedCharacteristic<Value>, within limit: Nanoseconds? = nil
    ) async throws {
        try await write(value.bytes, to: characteristic.path, within: limit)
    }

    /// Writes a value without an answer: returns when the system has taken it.
    ///
    /// A value goes into one packet. One that is longer is not written, and the error is `.valueTooLong` with the length that
    /// a packet has room for. To send any number of bytes in pieces, use the method for a path, or `send`.
    public func writeWithoutResponse<Value>(
        _ value: Value, to characteristic: TypedCharacteristic<Value>, within limit: Nanoseconds? = nil
    ) async throws {
        try await writeWhole(value.bytes, to: characteristic.path, within: limit)
    }

    /// Writes bytes without an answer, in one packet or not at all.
    func writeWhole(
        _ bytes: [UInt8], to path: CharacteristicPath, within limit: Nanoseconds? = nil
    ) async throws {
        let outgoing = OutgoingBytes(bytes: bytes, pieceLength: nil, isWhole: true)
        _ = try await core.request(.send(path, outgoing), within: limit)
    }

    func decode<Value>(
        _ bytes: [UInt8], _ characteristic: TypedCharacteristic<Value>, _ operation: ClientError.Operation,
        _ path: CharacteristicPath, _ reading: ValueReading = .lenient
    ) throws -> Value {
        do {
            return try characteristic.value(of: bytes, reading)
        } catch {
            throw located(ClientError(.malformedValue(error), operation), path)
        }
    }

    func located(_ error: ClientError, _ path: DescriptorPath) -> ClientError {
        var error = located(error, path.characteristic)
        error.descriptor = path.uuid
        return error
    }

    func located(_ error: ClientError, _ path: CharacteristicPath) -> ClientError {
        var error = error
        (error.peripheral, error.peripheralName) = (identifier, name)
        (error.service, error.characteristic) = (path.service.uuid, path.uuid)
        return error
    }
}

// MARK: Bytes

extension Peripheral {
    /// Reads the bytes of a characteristic.
    public func read(_ path: CharacteristicPath, within limit: Nanoseconds? = nil) async throws -> [UInt8] {
        try await core.request(.read(path), within: limit).bytes
    }

    /// Writes bytes, at most 512, and waits for the peripheral's answer.
    public func write(
        _ bytes: some Collection<UInt8>, to path: CharacteristicPath, within limit: Nanoseconds? = nil
    ) async throws {
        guard bytes.count <= 512 else {
            throw located(ClientError(.valueTooLong(limit: 512), .write), path)
        }
        _ = try await core.request(.write(path, Array(bytes)), within: limit)
    }

    /// Writes any number of bytes without an answer, in as many pieces as it takes, as fast as the system has room.
    ///
    /// Returns when the system has taken the last piece; nothing says that the peripheral has got it.
    ///
    /// - Parameters:
    ///   - bytes: What to send.
    ///   - path: The characteristic.
    ///   - pieceLength: The most bytes that go into one write; `nil` for as many as the connection allows.
    ///   - limit: How long it may take, with the connection.
    ///   - progress: Gets the number of bytes that the system has taken, after each piece, on any thread.
    public func writeWithoutResponse(
        _ bytes: some Collection<UInt8>, to path: CharacteristicPath, pieceLength: Int? = nil,
        within limit: Nanoseconds? = nil, progress: (@Sendable (Int) -> Void)? = nil
    ) async throws {
        let outgoing = OutgoingBytes(
            bytes: Array(bytes), pieceLength: pieceLength.map { max(1, $0) }, isWatched: progress != nil)
        _ = try await core.request(.send(path, outgoing), within: limit, progress: progress)
    }

    /// Reads a descriptor's bytes.
    public func read(_ path: DescriptorPath, within limit: Nanoseconds? = nil) async throws -> [UInt8] {
        try await core.request(.readDescriptor(path), within: limit).bytes
    }

    /// Writes a descriptor's bytes, at most 512. The Client Characteristic Configuration (2902) belongs to the system: use
    /// `notifications(of:)`.
    public func write(
        _ bytes: some Collection<UInt8>, to path: DescriptorPath, within limit: Nanoseconds? = nil
    ) async throws {
        guard path.uuid != "2902" else {
            throw located(ClientError(.notSupported, .writeDescriptor), path)
        }
        guard bytes.count <= 512 else {
            throw located(ClientError(.valueTooLong(limit: 512), .writeDescriptor), path)
        }
        _ = try await core.request(.writeDescriptor(path, Array(bytes)), within: limit)
    }

    /// Reads the strength of the peripheral's signal, in dBm.
    public func readRSSI(within limit: Nanoseconds? = nil) async throws -> Int {
        try await core.request(.readRSSI, within: limit).number
    }

    /// The most bytes that one write can have: 512 with a response, or what fits into one packet without.
    public func maximumWriteLength(withResponse: Bool, within limit: Nanoseconds? = nil) async throws -> Int {
        try await core.request(
            .maximumWriteLength(withResponse ? .withResponse : .withoutResponse), within: limit
        )
        .number
    }
}
