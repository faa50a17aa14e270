extension HCI {
    /// Sets how to scan (Core 6.0, Vol 4, Part E, 7.8.10).
    public struct LESetScanParameters: Value {
        /// Passive or active.
        public var leScanType: ScanType
        /// From one window to the next in 0.625 ms, 0x0004 to 0x4000.
        public var leScanInterval: UInt16
        /// The length of a window in 0.625 ms, at most the interval.
        public var leScanWindow: UInt16
        /// The address in scan requests.
        public var ownAddressType: OwnAddressType
        /// Whose advertisements are reported.
        public var scanningFilterPolicy: ScanningFilterPolicy

        public init(
            leScanType: ScanType, leScanInterval: UInt16, leScanWindow: UInt16,
            ownAddressType: OwnAddressType, scanningFilterPolicy: ScanningFilterPolicy = .basicUnfiltered
        ) {
            self.leScanType = leScanType
            self.leScanInterval = leScanInterval
            self.leScanWindow = leScanWindow
            (self.ownAddressType, self.scanningFilterPolicy) = (ownAddressType, scanningFilterPolicy)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                leScanType: reader.read(), leScanInterval: reader.read(), leScanWindow: reader.read(),
                ownAddressType: reader.read(), scanningFilterPolicy: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(leScanType, leScanInterval, leScanWindow, ownAddressType, scanningFilterPolicy)
        }
    }

    /// Starts or stops scanning (Core 6.0, Vol 4, Part E, 7.8.11).
    public struct LESetScanEnable: Value {
        /// Whether to scan.
        public var leScanEnable: Bool
        /// Whether to report an advertiser once.
        public var filterDuplicates: Bool

        public init(leScanEnable: Bool, filterDuplicates: Bool) {
            (self.leScanEnable, self.filterDuplicates) = (leScanEnable, filterDuplicates)
        }

        /// Reads any filter if scanning stops: it is ignored then.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            leScanEnable = try reader.read()
            filterDuplicates = leScanEnable ? try reader.read() : try reader.uint8() == 1
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(leScanEnable, filterDuplicates)
        }
    }

    /// Sets how to scan on which PHYs (Core 6.0, Vol 4, Part E, 7.8.64).
    public struct LESetExtendedScanParameters: Value {
        /// The address in scan requests.
        public var ownAddressType: OwnAddressType
        /// Whose advertisements are reported.
        public var scanningFilterPolicy: ScanningFilterPolicy
        /// How to scan on the LE 1M PHY, or nil not to.
        public var le1M: PHYParameters?
        /// How to scan on the LE Coded PHY, or nil not to.
        public var leCoded: PHYParameters?

        public init(
            ownAddressType: OwnAddressType, scanningFilterPolicy: ScanningFilterPolicy = .basicUnfiltered,
            le1M: PHYParameters?, leCoded: PHYParameters? = nil
        ) {
            (self.ownAddressType, self.scanningFilterPolicy) = (ownAddressType, scanningFilterPolicy)
            (self.le1M, self.leCoded) = (le1M, leCoded)
        }

        /// The PHYs to scan on: Scanning_PHYs.
        public var scanningPHYs: PHYMask {
            (le1M == nil ? [] : PHYMask.le1M).union(leCoded == nil ? [] : .leCoded)
        }

        /// Fails for a PHY that scanning does not use.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            (ownAddressType, scanningFilterPolicy) = (try reader.read(), try reader.read())
            let phys: PHYMask = try reader.read()
            guard phys.isSubset(of: [.le1M, .leCoded]) else {
                throw reader.invalid("scanningPHYs", Int(phys.rawValue))
            }
            le1M = phys.contains(.le1M) ? try reader.read() : nil
            leCoded = phys.contains(.leCoded) ? try reader.read() : nil
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(ownAddressType, scanningFilterPolicy, scanningPHYs)
            le1M?.encode(into: &bytes)
            leCoded?.encode(into: &bytes)
        }
    }

    /// Starts or stops scanning on the chosen PHYs (Core 6.0, Vol 4, Part E, 7.8.65).
    public struct LESetExtendedScanEnable: Value {
        /// Whether to scan.
        public var enable: Bool
        /// Whether to report an advertiser once.
        public var filterDuplicates: DuplicateFilter
        /// How long to scan in 10 ms; 0 for as long as enabled.
        public var duration: UInt16
        /// From one duration to the next in 1.28 s; 0 for just one.
        public var period: UInt16

        public init(
            enable: Bool, filterDuplicates: DuplicateFilter, duration: UInt16 = 0, period: UInt16 = 0
        ) {
            (self.enable, self.filterDuplicates, self.duration) = (enable, filterDuplicates, duration)
            self.period = period
        }

        /// Reads any filter if scanning stops: it is ignored then.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            enable = try reader.read()
            filterDuplicates =
                enable ? try reader.read() : DuplicateFilter(rawValue: try reader.uint8()) ?? .disabled
            (duration, period) = (try reader.read(), try reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(enable, filterDuplicates, duration, period)
        }
    }
}

extension HCI.LESetExtendedScanParameters {
    /// How to scan on one PHY.
    public struct PHYParameters: HCI.Value, HCIField {
        /// Passive or active.
        public var scanType: HCI.ScanType
        /// From one window to the next in 0.625 ms, at least 0x0004.
        public var scanInterval: UInt16
        /// The length of a window in 0.625 ms, at most the interval.
        public var scanWindow: UInt16

        public init(scanType: HCI.ScanType, scanInterval: UInt16, scanWindow: UInt16) {
            (self.scanType, self.scanInterval, self.scanWindow) = (scanType, scanInterval, scanWindow)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(scanType: reader.read(), scanInterval: reader.read(), scanWindow: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(scanType, scanInterval, scanWindow)
        }
    }
}
