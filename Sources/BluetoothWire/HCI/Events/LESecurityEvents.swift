extension HCI {
    /// Asks the host of a peripheral for a key (Core 6.0, Vol 4, Part E, 7.7.65.5).
    public struct LELongTermKeyRequest: Value {
        public var connectionHandle: UInt16
        /// Which key: its Rand; 0 with LE Secure Connections.
        public var randomNumber: UInt64
        /// Which key: its EDIV; 0 with LE Secure Connections.
        public var encryptedDiversifier: UInt16

        public init(connectionHandle: UInt16, randomNumber: UInt64, encryptedDiversifier: UInt16) {
            self.connectionHandle = connectionHandle
            self.randomNumber = randomNumber
            self.encryptedDiversifier = encryptedDiversifier
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), randomNumber: reader.read(),
                encryptedDiversifier: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, randomNumber, encryptedDiversifier)
        }
    }

    /// Reports the new public key (Core 6.0, Vol 4, Part E, 7.7.65.8).
    public struct LEReadLocalP256PublicKeyComplete: Value {
        public var status: ErrorCode
        /// 32 octets, least significant first.
        public var keyXCoordinate: [UInt8]
        /// 32 octets, least significant first.
        public var keyYCoordinate: [UInt8]

        public init(status: ErrorCode, keyXCoordinate: [UInt8], keyYCoordinate: [UInt8]) {
            (self.status, self.keyXCoordinate, self.keyYCoordinate) = (status, keyXCoordinate, keyYCoordinate)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), keyXCoordinate: reader.array(32), keyYCoordinate: reader.array(32)
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status)
            bytes.put(keyXCoordinate, exactly: 32)
            bytes.put(keyYCoordinate, exactly: 32)
        }
    }

    /// Reports the shared secret (Core 6.0, Vol 4, Part E, 7.7.65.9).
    public struct LEGenerateDHKeyComplete: Value {
        public var status: ErrorCode
        /// 32 octets, least significant first.
        public var dhKey: [UInt8]

        public init(status: ErrorCode, dhKey: [UInt8]) {
            (self.status, self.dhKey) = (status, dhKey)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read(), dhKey: reader.array(32))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status)
            bytes.put(dhKey, exactly: 32)
        }
    }
}
