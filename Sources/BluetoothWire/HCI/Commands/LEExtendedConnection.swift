extension HCI {
    /// Connects to an advertiser on the chosen PHYs (Core 6.0, Vol 4, Part E, 7.8.66).
    public struct LEExtendedCreateConnection: Value {
        /// Whether the peer address or the filter accept list counts.
        public var initiatorFilterPolicy: InitiatorFilterPolicy
        /// The address in the connection request.
        public var ownAddressType: OwnAddressType
        /// The advertiser.
        public var peerAddress: DeviceAddress
        /// How to connect on the LE 1M PHY, or nil not to scan there.
        public var le1M: PHYParameters?
        /// How to connect on the LE 2M PHY, or nil for no say in it.
        public var le2M: PHYParameters?
        /// How to connect on the LE Coded PHY, or nil not to scan there.
        public var leCoded: PHYParameters?

        public init(
            initiatorFilterPolicy: InitiatorFilterPolicy = .peerAddress, ownAddressType: OwnAddressType,
            peerAddress: DeviceAddress, le1M: PHYParameters?, le2M: PHYParameters? = nil,
            leCoded: PHYParameters? = nil
        ) {
            (self.initiatorFilterPolicy, self.ownAddressType) = (initiatorFilterPolicy, ownAddressType)
            self.peerAddress = peerAddress
            (self.le1M, self.le2M, self.leCoded) = (le1M, le2M, leCoded)
        }

        /// The PHYs with parameters: Initiating_PHYs.
        public var initiatingPHYs: PHYMask {
            var phys: PHYMask = le1M == nil ? [] : .le1M
            if le2M != nil { phys.insert(.le2M) }
            if leCoded != nil { phys.insert(.leCoded) }
            return phys
        }

        /// Fails for a PHY after LE Coded. Reads any type of peer address if the filter accept list counts: the address
        /// is ignored then.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            (initiatorFilterPolicy, ownAddressType) = (try reader.read(), try reader.read())
            peerAddress = try reader.address(isMeant: initiatorFilterPolicy == .peerAddress)
            let phys: PHYMask = try reader.read()
            guard phys.isSubset(of: [.le1M, .le2M, .leCoded]) else {
                throw reader.invalid("initiatingPHYs", Int(phys.rawValue))
            }
            le1M = phys.contains(.le1M) ? try reader.read() : nil
            le2M = phys.contains(.le2M) ? try reader.read() : nil
            leCoded = phys.contains(.leCoded) ? try reader.read() : nil
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(initiatorFilterPolicy, ownAddressType, peerAddress, initiatingPHYs)
            le1M?.encode(into: &bytes)
            le2M?.encode(into: &bytes)
            leCoded?.encode(into: &bytes)
        }
    }
}

extension HCI.LEExtendedCreateConnection {
    /// How to connect on one PHY.
    public struct PHYParameters: HCI.Value, HCIField {
        /// From one scan window to the next in 0.625 ms, at least 0x0004.
        public var scanInterval: UInt16
        /// The length of a scan window in 0.625 ms, at most the interval.
        public var scanWindow: UInt16
        /// The shortest connection interval in 1.25 ms, 0x0006 to 0x0C80.
        public var connectionIntervalMin: UInt16
        /// The longest connection interval in 1.25 ms, 0x0006 to 0x0C80.
        public var connectionIntervalMax: UInt16
        /// How many connection events the peripheral may skip, at most 0x01F3.
        public var maxLatency: UInt16
        /// How long silence is endured in 10 ms, 0x000A to 0x0C80.
        public var supervisionTimeout: UInt16
        /// The shortest connection event in 0.625 ms; a hint.
        public var minCELength: UInt16
        /// The longest connection event in 0.625 ms; a hint.
        public var maxCELength: UInt16

        public init(
            scanInterval: UInt16, scanWindow: UInt16, connectionIntervalMin: UInt16,
            connectionIntervalMax: UInt16, maxLatency: UInt16, supervisionTimeout: UInt16,
            minCELength: UInt16 = 0, maxCELength: UInt16 = 0
        ) {
            self.scanInterval = scanInterval
            self.scanWindow = scanWindow
            self.connectionIntervalMin = connectionIntervalMin
            self.connectionIntervalMax = connectionIntervalMax
            self.maxLatency = maxLatency
            self.supervisionTimeout = supervisionTimeout
            (self.minCELength, self.maxCELength) = (minCELength, maxCELength)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                scanInterval: reader.read(), scanWindow: reader.read(), connectionIntervalMin: reader.read(),
                connectionIntervalMax: reader.read(), maxLatency: reader.read(),
                supervisionTimeout: reader.read(), minCELength: reader.read(), maxCELength: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                scanInterval, scanWindow, connectionIntervalMin, connectionIntervalMax, maxLatency,
                supervisionTimeout, minCELength, maxCELength
            )
        }
    }
}
