extension HCI {
    /// Reports that a connection has ended (Core 6.0, Vol 4, Part E, 7.7.5).
    public struct DisconnectionComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// Why the link has ended.
        public var reason: ErrorCode

        public init(status: ErrorCode, connectionHandle: UInt16, reason: ErrorCode) {
            (self.status, self.connectionHandle, self.reason) = (status, connectionHandle, reason)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read(), connectionHandle: reader.read(), reason: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, reason)
        }
    }

    /// Reports that encryption went on or off (Core 6.0, Vol 4, Part E, 7.7.8).
    public struct EncryptionChange: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// The encryption now.
        public var encryptionEnabled: EncryptionEnabled

        public init(status: ErrorCode, connectionHandle: UInt16, encryptionEnabled: EncryptionEnabled) {
            self.status = status
            self.connectionHandle = connectionHandle
            self.encryptionEnabled = encryptionEnabled
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(), encryptionEnabled: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, encryptionEnabled)
        }
    }

    /// Reports the version of the peer's controller (Core 6.0, Vol 4, Part E, 7.7.12).
    public struct ReadRemoteVersionInformationComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// The version of the link layer by the assigned numbers.
        public var version: UInt8
        /// The manufacturer by the assigned numbers.
        public var companyIdentifier: UInt16
        /// The revision, as the vendor counts.
        public var subversion: UInt16

        public init(
            status: ErrorCode, connectionHandle: UInt16, version: UInt8, companyIdentifier: UInt16,
            subversion: UInt16
        ) {
            (self.status, self.connectionHandle, self.version) = (status, connectionHandle, version)
            (self.companyIdentifier, self.subversion) = (companyIdentifier, subversion)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(), version: reader.read(),
                companyIdentifier: reader.read(), subversion: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, version, companyIdentifier, subversion)
        }
    }

    /// Reports that the key of an encrypted connection has changed (Core 6.0, Vol 4, Part E, 7.7.39).
    public struct EncryptionKeyRefreshComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16

        public init(status: ErrorCode, connectionHandle: UInt16) {
            (self.status, self.connectionHandle) = (status, connectionHandle)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read(), connectionHandle: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle)
        }
    }

    /// Reports that the peer has not proven its key for too long (Core 6.0, Vol 4, Part E, 7.7.75).
    public struct AuthenticatedPayloadTimeoutExpired: Value {
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
}
