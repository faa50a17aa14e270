import BluetoothWire

/// How a host wants to scan (Core 6.0, Vol 4, Part E, 7.8.10 and 7.8.64).
struct ScanSettings: Hashable {
    /// Interval and window in units of 0.625 ms.
    var interval: UInt16 = 0x10
    var window: UInt16 = 0x10
    var isActive = false
    var hears1M = true
    var hearsCoded = false
    var ownAddressType: HCI.OwnAddressType = .public
    var policy: HCI.ScanningFilterPolicy = .basicUnfiltered
    /// Whether reports are extended ones, so that extended advertisements are received.
    let isExtended: Bool

    /// The settings of a scan whose host has set none.
    init(isExtended: Bool) { self.isExtended = isExtended }

    init(
        _ parameters: HCI.LESetScanParameters, _ configuration: ControllerConfiguration
    ) throws(HCI.ErrorCode) {
        guard Self.fits(parameters.leScanInterval, parameters.leScanWindow),
            parameters.leScanInterval <= 0x4000
        else { throw .invalidHCICommandParameters }
        isExtended = false
        (interval, window) = (parameters.leScanInterval, parameters.leScanWindow)
        isActive = parameters.leScanType == .active
        (ownAddressType, policy) = (parameters.ownAddressType, parameters.scanningFilterPolicy)
        guard isOffered(by: configuration) else { throw .unsupportedFeatureOrParameterValue }
    }

    init(
        _ parameters: HCI.LESetExtendedScanParameters, _ configuration: ControllerConfiguration
    ) throws(HCI.ErrorCode) {
        // With two PHYs, both use one schedule: that of LE 1M.
        guard let first = parameters.le1M ?? parameters.leCoded else { throw .invalidHCICommandParameters }
        for phy in [parameters.le1M, parameters.leCoded] {
            guard phy.map({ Self.fits($0.scanInterval, $0.scanWindow) }) ?? true else {
                throw .invalidHCICommandParameters
            }
        }
        isExtended = true
        (interval, window) = (first.scanInterval, first.scanWindow)
        isActive = first.scanType == .active
        (hears1M, hearsCoded) = (parameters.le1M != nil, parameters.leCoded != nil)
        (ownAddressType, policy) = (parameters.ownAddressType, parameters.scanningFilterPolicy)
        guard isOffered(by: configuration), !hearsCoded || configuration.phys.contains(.leCoded) else {
            throw .unsupportedFeatureOrParameterValue
        }
    }

    var usesAcceptList: Bool { policy == .basicFiltered || policy == .extendedFiltered }

    /// Whether a scan window has its minimum length and fits into its interval.
    private static func fits(_ interval: UInt16, _ window: UInt16) -> Bool {
        window >= 4 && window <= interval
    }

    /// Whether the controller has this type of address and this filter policy.
    private func isOffered(by configuration: ControllerConfiguration) -> Bool {
        configuration.offers(ownAddressType)
            && (policy == .basicUnfiltered || policy == .basicFiltered
                || configuration.usedFeatures.contains(.extendedScannerFilterPolicies))
    }

    /// What is wrong with the settings; `nil` if nothing is.
    var brokenInvariant: String? {
        if !Self.fits(interval, window) { return "a scan window of \(window) in an interval of \(interval)" }
        if !hears1M, !hearsCoded { return "a scan on no PHY" }
        return isExtended || !hearsCoded ? nil : "a legacy scan on LE Coded"
    }
}

/// For how long a host wants to scan, in nanoseconds (Core 6.0, Vol 4, Part E, 7.8.65).
struct ScanTime: Hashable {
    /// Zero for as long as the scan is enabled.
    var duration: Int64 = 0
    /// From one duration to the next; zero for just one.
    var period: Int64 = 0

    /// A scan until the host disables it.
    static let endless = ScanTime()

    private init() {}

    init(_ parameters: HCI.LESetExtendedScanEnable) throws(HCI.ErrorCode) {
        duration = Int64(parameters.duration) * 10_000_000
        // Without a duration the period is ignored.
        period = duration == 0 ? 0 : Int64(parameters.period) * 1_280_000_000
        guard period == 0 || period > duration,
            parameters.filterDuplicates != .enabledPerPeriod || period > 0
        else { throw .invalidHCICommandParameters }
    }
}
