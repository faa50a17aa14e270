extension HCI {
    /// Adds a peer to the resolving list (Core 6.0, Vol 4, Part E, 7.8.38).
    public struct LEAddDeviceToResolvingList: Value {
        /// The identity address of the peer: public or random static.
        public var peerIdentityAddress: DeviceAddress
        /// The identity resolving key of the peer: 16 octets, least significant first.
        public var peerIRK: [UInt8]
        /// The identity resolving key to use towards the peer: 16 octets, least significant first.
        public var localIRK: [UInt8]

        public init(peerIdentityAddress: DeviceAddress, peerIRK: [UInt8], localIRK: [UInt8]) {
            (self.peerIdentityAddress, self.peerIRK, self.localIRK) = (peerIdentityAddress, peerIRK, localIRK)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                peerIdentityAddress: reader.read(), peerIRK: reader.array(16), localIRK: reader.array(16)
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(peerIdentityAddress)
            bytes.put(peerIRK, exactly: 16)
            bytes.put(localIRK, exactly: 16)
        }
    }

    /// Takes a peer off the resolving list (Core 6.0, Vol 4, Part E, 7.8.39).
    public struct LERemoveDeviceFromResolvingList: Value {
        /// The identity address of the peer: public or random static.
        public var peerIdentityAddress: DeviceAddress

        public init(peerIdentityAddress: DeviceAddress) {
            self.peerIdentityAddress = peerIdentityAddress
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(peerIdentityAddress: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(peerIdentityAddress)
        }
    }

    /// Asks how many peers fit into the resolving list (Core 6.0, Vol 4, Part E, 7.8.41).
    public enum LEReadResolvingListSize {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The number of entries that fit.
            public var resolvingListSize: UInt8

            public init(status: ErrorCode, resolvingListSize: UInt8) {
                (self.status, self.resolvingListSize) = (status, resolvingListSize)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), resolvingListSize: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, resolvingListSize)
            }
        }
    }

    /// Asks which private address a peer uses now (Core 6.0, Vol 4, Part E, 7.8.42).
    public struct LEReadPeerResolvableAddress: Value {
        /// The identity address of the peer: public or random static.
        public var peerIdentityAddress: DeviceAddress

        public init(peerIdentityAddress: DeviceAddress) {
            self.peerIdentityAddress = peerIdentityAddress
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(peerIdentityAddress: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(peerIdentityAddress)
        }

        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The resolvable private address of the peer, or nil when it has shown none.
            public var peerResolvableAddress: DeviceAddress?

            public init(status: ErrorCode, peerResolvableAddress: DeviceAddress?) {
                (self.status, self.peerResolvableAddress) = (status, peerResolvableAddress)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), peerResolvableAddress: reader.privateAddress())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status)
                bytes.put(privateAddress: peerResolvableAddress)
            }
        }
    }

    /// Asks which private address is used towards a peer now (Core 6.0, Vol 4, Part E, 7.8.43).
    public struct LEReadLocalResolvableAddress: Value {
        /// The identity address of the peer: public or random static.
        public var peerIdentityAddress: DeviceAddress

        public init(peerIdentityAddress: DeviceAddress) {
            self.peerIdentityAddress = peerIdentityAddress
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(peerIdentityAddress: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(peerIdentityAddress)
        }

        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The resolvable private address of this device, or nil when it has used none.
            public var localResolvableAddress: DeviceAddress?

            public init(status: ErrorCode, localResolvableAddress: DeviceAddress?) {
                (self.status, self.localResolvableAddress) = (status, localResolvableAddress)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), localResolvableAddress: reader.privateAddress())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status)
                bytes.put(privateAddress: localResolvableAddress)
            }
        }
    }

    /// Switches the resolution of private addresses on or off (Core 6.0, Vol 4, Part E, 7.8.44).
    public struct LESetAddressResolutionEnable: Value {
        /// Whether addresses are resolved.
        public var addressResolutionEnable: Bool

        public init(addressResolutionEnable: Bool) {
            self.addressResolutionEnable = addressResolutionEnable
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(addressResolutionEnable: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(addressResolutionEnable)
        }
    }

    /// Sets how long a private address is used (Core 6.0, Vol 4, Part E, 7.8.45).
    public struct LESetResolvablePrivateAddressTimeout: Value {
        /// The time in seconds, 0x0001 to 0x0E10; 900 after a reset.
        public var rpaTimeout: UInt16

        public init(rpaTimeout: UInt16) {
            self.rpaTimeout = rpaTimeout
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(rpaTimeout: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(rpaTimeout)
        }
    }

    /// Sets how to treat the identity address of a peer on air (Core 6.0, Vol 4, Part E, 7.8.77).
    public struct LESetPrivacyMode: Value {
        /// The identity address of the peer: public or random static.
        public var peerIdentityAddress: DeviceAddress
        public var privacyMode: PrivacyMode

        public init(peerIdentityAddress: DeviceAddress, privacyMode: PrivacyMode) {
            (self.peerIdentityAddress, self.privacyMode) = (peerIdentityAddress, privacyMode)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(peerIdentityAddress: reader.read(), privacyMode: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(peerIdentityAddress, privacyMode)
        }
    }
}
