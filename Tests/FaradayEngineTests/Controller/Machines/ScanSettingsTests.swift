import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// What hosts may want of a scan and of a search for a peer, without a controller.
@Suite struct ScanSettingsTests {
    private static let whole = ControllerConfiguration(publicAddress: DeviceAddress(1, .public))
    private static var plain: ControllerConfiguration {
        var configuration = whole
        configuration.features.subtract([.leCodedPHY, .le2MPHY, .llPrivacy, .extendedScannerFilterPolicies])
        return configuration
    }

    private static func problem<Value>(_ body: () throws(HCI.ErrorCode) -> Value) -> HCI.ErrorCode? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    /// Vol 4, Part E, 7.8.10.
    @Test(
        arguments: [
            (0x10, 0x10, nil), (4, 4, nil), (0x4000, 4, nil), (4, 5, .invalidHCICommandParameters),
            (3, 3, .invalidHCICommandParameters), (0x4001, 4, .invalidHCICommandParameters),
        ] as [(UInt16, UInt16, HCI.ErrorCode?)])
    func theWindowFitsIntoTheInterval(interval: UInt16, window: UInt16, error: HCI.ErrorCode?) {
        let parameters = HCI.LESetScanParameters(
            leScanType: .active, leScanInterval: interval, leScanWindow: window, ownAddressType: .public)
        let problem = Self.problem { () throws(HCI.ErrorCode) in
            let settings = try ScanSettings(parameters, Self.whole)
            #expect(settings.brokenInvariant == nil)
            return settings
        }
        #expect(problem == error)
    }

    @Test(arguments: [HCI.OwnAddressType.public, .random, .resolvableOrPublic, .resolvableOrRandom])
    func whatTheControllerLacksIsNotOffered(type: HCI.OwnAddressType) {
        for policy in [HCI.ScanningFilterPolicy.basicFiltered, .extendedUnfiltered] {
            let parameters = HCI.LESetExtendedScanParameters(
                ownAddressType: type, scanningFilterPolicy: policy,
                le1M: .init(scanType: .passive, scanInterval: 16, scanWindow: 16))
            let onWhole = Self.problem { () throws(HCI.ErrorCode) in
                try ScanSettings(parameters, Self.whole)
            }
            let onPlain = Self.problem { () throws(HCI.ErrorCode) in
                try ScanSettings(parameters, Self.plain)
            }
            let isPlain = !type.isResolvable && policy == .basicFiltered
            #expect(onWhole == nil)
            #expect(onPlain == (isPlain ? nil : .unsupportedFeatureOrParameterValue))
        }
    }

    @Test func aScanOnTwoPHYsHasTheScheduleOfLE1M() throws {
        let both = HCI.LESetExtendedScanParameters(
            ownAddressType: .public, le1M: .init(scanType: .active, scanInterval: 32, scanWindow: 16),
            leCoded: .init(scanType: .passive, scanInterval: 64, scanWindow: 64))
        let settings = try ScanSettings(both, Self.whole)
        #expect(settings.interval == 32 && settings.window == 16)
        #expect(settings.isActive && settings.hears1M && settings.hearsCoded && settings.isExtended)
        #expect(settings.brokenInvariant == nil)
        let none = HCI.LESetExtendedScanParameters(ownAddressType: .public, le1M: nil)
        let problem = Self.problem { () throws(HCI.ErrorCode) in try ScanSettings(none, Self.whole) }
        #expect(problem == .invalidHCICommandParameters)
    }

    /// Vol 4, Part E, 7.8.65.
    @Test(
        arguments: [
            (0, 0, HCI.DuplicateFilter.enabled, true), (100, 0, .enabled, true), (100, 1, .enabled, true),
            (128, 1, .enabled, false), (0, 1, .enabled, true), (0, 1, .enabledPerPeriod, false),
            (100, 0, .enabledPerPeriod, false),
            (100, 1, .enabledPerPeriod, true),
        ] as [(UInt16, UInt16, HCI.DuplicateFilter, Bool)])
    func aPeriodIsLongerThanItsDuration(
        duration: UInt16, period: UInt16, filter: HCI.DuplicateFilter, isPossible: Bool
    ) {
        let parameters = HCI.LESetExtendedScanEnable(
            enable: true, filterDuplicates: filter, duration: duration, period: period)
        let problem = Self.problem { () throws(HCI.ErrorCode) in try ScanTime(parameters) }
        #expect(problem == (isPossible ? nil : .invalidHCICommandParameters))
    }

    /// Vol 4, Part E, 7.8.66.
    @Test func aSearchNeedsAPrimaryPHYThatTheControllerHas() throws {
        let phy = HCI.LEExtendedCreateConnection.PHYParameters(
            scanInterval: 16, scanWindow: 16, connectionIntervalMin: 24, connectionIntervalMax: 40,
            maxLatency: 0, supervisionTimeout: 72)
        func create(_ le1M: Bool, _ le2M: Bool, _ coded: Bool) -> HCI.LEExtendedCreateConnection {
            .init(
                ownAddressType: .resolvableOrPublic, peerAddress: DeviceAddress(5, .public),
                le1M: le1M ? phy : nil, le2M: le2M ? phy : nil, leCoded: coded ? phy : nil)
        }
        let only2M = Self.problem { () throws(HCI.ErrorCode) in
            try InitiatingSettings(create(false, true, false), phys: Self.whole.phys)
        }
        #expect(only2M == .invalidHCICommandParameters)
        let coded = Self.problem { () throws(HCI.ErrorCode) in
            try InitiatingSettings(create(true, false, true), phys: Self.plain.phys)
        }
        #expect(coded == .unsupportedFeatureOrParameterValue)
        let settings = try InitiatingSettings(create(true, true, true), phys: Self.whole.phys)
        #expect(settings.peer == DeviceAddress(5, .public))
        #expect(settings.problem(for: Self.whole) == nil)
        #expect(settings.problem(for: Self.plain) == .unsupportedFeatureOrParameterValue)
    }
}
