extension HCI {
    /// Reads what the controller can do in Channel Sounding (Core 6.0, Vol 4, Part E, 7.8.130).
    public enum LECSReadLocalSupportedCapabilities {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// What it can do, without additions.
            public private(set) var capabilities: ChannelSoundingCapabilities

            /// Creates return parameters; additions are left out.
            public init(status: ErrorCode, capabilities: ChannelSoundingCapabilities) {
                (self.status, self.capabilities) = (status, capabilities.version1)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), capabilities: .init(decoding: &reader, additions: false))
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status)
                capabilities.encode(into: &bytes, additions: false)
            }
        }
    }

    /// Reads what the controller can do in Channel Sounding, with what Core 6.3 adds: version 2.
    public enum LECSReadLocalSupportedCapabilitiesV2 {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// What it can do, with additions.
            public private(set) var capabilities: ChannelSoundingCapabilities

            /// Creates return parameters; additions that are missing count as none.
            public init(status: ErrorCode, capabilities: ChannelSoundingCapabilities) {
                (self.status, self.capabilities) = (status, capabilities.version2)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), capabilities: .init(decoding: &reader, additions: true))
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status)
                capabilities.encode(into: &bytes, additions: true)
            }
        }
    }

    /// Gives the controller the capabilities of a peer that the host remembers (Core 6.0, Vol 4, Part E, 7.8.132).
    public struct LECSWriteCachedRemoteSupportedCapabilities: Value {
        public var connectionHandle: UInt16
        /// What the peer can do, without additions.
        public private(set) var capabilities: ChannelSoundingCapabilities

        /// Creates parameters; additions are left out.
        public init(connectionHandle: UInt16, capabilities: ChannelSoundingCapabilities) {
            (self.connectionHandle, self.capabilities) = (connectionHandle, capabilities.version1)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), capabilities: .init(decoding: &reader, additions: false))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle)
            capabilities.encode(into: &bytes, additions: false)
        }
    }

    /// Gives the controller the capabilities of a peer, with what Core 6.3 adds: version 2.
    public struct LECSWriteCachedRemoteSupportedCapabilitiesV2: Value {
        public var connectionHandle: UInt16
        /// What the peer can do, with additions.
        public private(set) var capabilities: ChannelSoundingCapabilities

        /// Creates parameters; additions that are missing count as none.
        public init(connectionHandle: UInt16, capabilities: ChannelSoundingCapabilities) {
            (self.connectionHandle, self.capabilities) = (connectionHandle, capabilities.version2)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                connectionHandle: reader.read(), capabilities: .init(decoding: &reader, additions: true))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle)
            capabilities.encode(into: &bytes, additions: true)
        }
    }

    /// Reports what the peer can do in Channel Sounding (Core 6.0, Vol 4, Part E, 7.7.65.39).
    public struct LECSReadRemoteSupportedCapabilitiesComplete: Value {
        /// How it ended; after an error the capabilities mean nothing.
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// What the peer can do, without additions.
        public private(set) var capabilities: ChannelSoundingCapabilities

        /// Creates parameters; additions are left out.
        public init(status: ErrorCode, connectionHandle: UInt16, capabilities: ChannelSoundingCapabilities) {
            (self.status, self.connectionHandle) = (status, connectionHandle)
            self.capabilities = capabilities.version1
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(),
                capabilities: .init(decoding: &reader, additions: false))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle)
            capabilities.encode(into: &bytes, additions: false)
        }
    }

    /// Reports what the peer can do in Channel Sounding, with what Core 6.3 adds: version 2.
    public struct LECSReadRemoteSupportedCapabilitiesCompleteV2: Value {
        /// How it ended; after an error the capabilities mean nothing.
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// What the peer can do, with additions.
        public private(set) var capabilities: ChannelSoundingCapabilities

        /// Creates parameters; additions that are missing count as none.
        public init(status: ErrorCode, connectionHandle: UInt16, capabilities: ChannelSoundingCapabilities) {
            (self.status, self.connectionHandle) = (status, connectionHandle)
            self.capabilities = capabilities.version2
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(),
                capabilities: .init(decoding: &reader, additions: true))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle)
            capabilities.encode(into: &bytes, additions: true)
        }
    }
}
