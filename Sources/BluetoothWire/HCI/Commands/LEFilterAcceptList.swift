extension HCI {
    /// Asks how many devices fit into the filter accept list (Core 6.0, Vol 4, Part E, 7.8.14).
    public enum LEReadFilterAcceptListSize {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The number of entries that fit.
            public var filterAcceptListSize: UInt8

            public init(status: ErrorCode, filterAcceptListSize: UInt8) {
                (self.status, self.filterAcceptListSize) = (status, filterAcceptListSize)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), filterAcceptListSize: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, filterAcceptListSize)
            }
        }
    }

    /// Adds a device to the filter accept list (Core 6.0, Vol 4, Part E, 7.8.16).
    public struct LEAddDeviceToFilterAcceptList: Value {
        /// The device, or nil for all anonymous advertisers.
        public var address: DeviceAddress?

        public init(address: DeviceAddress?) {
            self.address = address
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(address: reader.addressUnlessAnonymous())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(unlessAnonymous: address)
        }
    }

    /// Takes a device off the filter accept list (Core 6.0, Vol 4, Part E, 7.8.17).
    public struct LERemoveDeviceFromFilterAcceptList: Value {
        /// The device, or nil for all anonymous advertisers.
        public var address: DeviceAddress?

        public init(address: DeviceAddress?) {
            self.address = address
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(address: reader.addressUnlessAnonymous())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(unlessAnonymous: address)
        }
    }
}
