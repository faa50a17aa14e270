import BluetoothTypes
import BluetoothWire

/// The link that a host wants, and to whom (Core 6.0, Vol 4, Part E, 7.8.12 and 7.8.66).
struct InitiatingSettings {
    /// What the host asked for on one PHY.
    struct Parameters: Hashable {
        var intervalMin: UInt16
        var intervalMax: UInt16
        var latency: UInt16
        var timeout: UInt16
        /// The shortest and the longest connection event: hints, which have to be in order.
        var minCELength: UInt16 = 0
        var maxCELength: UInt16 = 0

        /// Whether the specification allows these values (Core 6.0, Vol 4, Part E, 7.8.12).
        var isValid: Bool {
            intervalMin >= 6 && intervalMin <= intervalMax && intervalMax <= 3200 && latency <= 499
                && timeout >= 10 && timeout <= 3200 && minCELength <= maxCELength
                // The timeout in ms is larger than (1 + latency) · interval · 2.
                && Int(timeout) * 4 > (1 + Int(latency)) * Int(intervalMax)
        }
    }

    /// The peer to connect to; `nil` for any device in the filter accept list.
    let peer: DeviceAddress?
    let ownAddressType: HCI.OwnAddressType
    /// Whether extended advertisements are accepted.
    let isExtended: Bool
    /// Scan interval and window in units of 0.625 ms.
    let interval: UInt16
    let window: UInt16
    /// By PHY of the new link: LE 1M, LE 2M, LE Coded.
    let parameters: (le1M: Parameters?, le2M: Parameters?, leCoded: Parameters?)

    init(_ wanted: HCI.LECreateConnection) throws(HCI.ErrorCode) {
        guard wanted.leScanWindow >= 4, wanted.leScanWindow <= wanted.leScanInterval,
            wanted.leScanInterval <= 0x4000
        else { throw .invalidHCICommandParameters }
        peer = wanted.initiatorFilterPolicy == .peerAddress ? wanted.peerAddress : nil
        ownAddressType = wanted.ownAddressType
        isExtended = false
        (interval, window) = (wanted.leScanInterval, wanted.leScanWindow)
        parameters.le1M = Parameters(
            intervalMin: wanted.connectionIntervalMin, intervalMax: wanted.connectionIntervalMax,
            latency: wanted.maxLatency, timeout: wanted.supervisionTimeout,
            minCELength: wanted.minCELength, maxCELength: wanted.maxCELength)
        (parameters.le2M, parameters.leCoded) = (nil, nil)
    }

    init(_ wanted: HCI.LEExtendedCreateConnection, phys: LL.PHYSet) throws(HCI.ErrorCode) {
        // LE 2M has no primary channels: one of the other PHYs must be given.
        guard let first = wanted.le1M ?? wanted.leCoded else { throw .invalidHCICommandParameters }
        for phy in [wanted.le1M, wanted.leCoded] {
            guard phy.map({ $0.scanWindow >= 4 && $0.scanWindow <= $0.scanInterval }) ?? true else {
                throw .invalidHCICommandParameters
            }
        }
        guard wanted.leCoded == nil || phys.contains(.leCoded), wanted.le2M == nil || phys.contains(.le2M)
        else { throw .unsupportedFeatureOrParameterValue }
        peer = wanted.initiatorFilterPolicy == .peerAddress ? wanted.peerAddress : nil
        ownAddressType = wanted.ownAddressType
        isExtended = true
        (interval, window) = (first.scanInterval, first.scanWindow)
        parameters = (Self.read(wanted.le1M), Self.read(wanted.le2M), Self.read(wanted.leCoded))
    }

    private static func read(_ phy: HCI.LEExtendedCreateConnection.PHYParameters?) -> Parameters? {
        phy.map {
            Parameters(
                intervalMin: $0.connectionIntervalMin, intervalMax: $0.connectionIntervalMax,
                latency: $0.maxLatency, timeout: $0.supervisionTimeout, minCELength: $0.minCELength,
                maxCELength: $0.maxCELength)
        }
    }

    /// Why no link can begin with these settings; `nil` if one can.
    func problem(for configuration: ControllerConfiguration) -> HCI.ErrorCode? {
        for phy in [parameters.le1M, parameters.le2M, parameters.leCoded] {
            guard phy?.isValid ?? true else { return .invalidHCICommandParameters }
        }
        return configuration.offers(ownAddressType) ? nil : .unsupportedFeatureOrParameterValue
    }
}
