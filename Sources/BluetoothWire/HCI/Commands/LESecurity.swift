extension HCI {
    /// Encrypts one block with AES-128 (Core 6.0, Vol 4, Part E, 7.8.22).
    public struct LEEncrypt: Value {
        /// 16 octets, least significant first.
        public var key: [UInt8]
        /// 16 octets, least significant first.
        public var plaintextData: [UInt8]

        public init(key: [UInt8], plaintextData: [UInt8]) {
            (self.key, self.plaintextData) = (key, plaintextData)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(key: reader.array(16), plaintextData: reader.array(16))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(key, exactly: 16)
            bytes.put(plaintextData, exactly: 16)
        }

        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// 16 octets, least significant first.
            public var encryptedData: [UInt8]

            public init(status: ErrorCode, encryptedData: [UInt8]) {
                (self.status, self.encryptedData) = (status, encryptedData)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), encryptedData: reader.array(16))
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status)
                bytes.put(encryptedData, exactly: 16)
            }
        }
    }

    /// Asks for a random number (Core 6.0, Vol 4, Part E, 7.8.23).
    public enum LERand {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var randomNumber: UInt64

            public init(status: ErrorCode, randomNumber: UInt64) {
                (self.status, self.randomNumber) = (status, randomNumber)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), randomNumber: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, randomNumber)
            }
        }
    }

    /// Encrypts a connection, or refreshes its key, as central (Core 6.0, Vol 4, Part E, 7.8.24).
    public struct LEEnableEncryption: Value {
        public var connectionHandle: UInt16
        /// Which key of the peripheral: its Rand; 0 with LE Secure Connections.
        public var randomNumber: UInt64
        /// Which key of the peripheral: its EDIV; 0 with LE Secure Connections.
        public var encryptedDiversifier: UInt16
        /// 16 octets, least significant first.
        public var longTermKey: [UInt8]

        public init(
            connectionHandle: UInt16, randomNumber: UInt64, encryptedDiversifier: UInt16, longTermKey: [UInt8]
        ) {
            self.connectionHandle = connectionHandle
            self.randomNumber = randomNumber
            self.encryptedDiversifier = encryptedDiversifier
            self.longTermKey = longTermKey
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), randomNumber: reader.read(),
                encryptedDiversifier: reader.read(), longTermKey: reader.array(16)
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, randomNumber, encryptedDiversifier)
            bytes.put(longTermKey, exactly: 16)
        }
    }

    /// Gives the controller of a peripheral the key that it asked for (Core 6.0, Vol 4, Part E, 7.8.25).
    public struct LELongTermKeyRequestReply: Value {
        public var connectionHandle: UInt16
        /// 16 octets, least significant first.
        public var longTermKey: [UInt8]

        public init(connectionHandle: UInt16, longTermKey: [UInt8]) {
            (self.connectionHandle, self.longTermKey) = (connectionHandle, longTermKey)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), longTermKey: reader.array(16))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle)
            bytes.put(longTermKey, exactly: 16)
        }
    }

    /// Answers that there is no key (Core 6.0, Vol 4, Part E, 7.8.26).
    public struct LELongTermKeyRequestNegativeReply: Value {
        public var connectionHandle: UInt16

        public init(connectionHandle: UInt16) {
            self.connectionHandle = connectionHandle
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle)
        }
    }

    /// Makes the shared secret from the peer's public key (Core 6.0, Vol 4, Part E, 7.8.37).
    public struct LEGenerateDHKey: Value {
        /// 32 octets, least significant first.
        public var keyXCoordinate: [UInt8]
        /// 32 octets, least significant first.
        public var keyYCoordinate: [UInt8]

        public init(keyXCoordinate: [UInt8], keyYCoordinate: [UInt8]) {
            (self.keyXCoordinate, self.keyYCoordinate) = (keyXCoordinate, keyYCoordinate)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(keyXCoordinate: reader.array(32), keyYCoordinate: reader.array(32))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(keyXCoordinate, exactly: 32)
            bytes.put(keyYCoordinate, exactly: 32)
        }
    }
}
