import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradayEngine

/// What a host may set for one advertising set, without a controller.
@Suite struct AdvertisingSettingsTests {
    private static let configuration = ControllerConfiguration(
        publicAddress: DeviceAddress(1, .public), txPower: 4, maximumAdvertisingDataLength: 600)

    private static func parameters(
        _ properties: HCI.AdvertisingEventProperties, interval: UInt32 = 160,
        secondary: HCI.PHY = .le1M, power: Int8 = 127
    ) -> HCI.LESetExtendedAdvertisingParameters {
        .init(
            advertisingHandle: 0, advertisingEventProperties: properties,
            primaryAdvertisingIntervalMin: interval, primaryAdvertisingIntervalMax: interval,
            ownAddressType: .public, advertisingFilterPolicy: .filtered, advertisingTxPower: power,
            secondaryAdvertisingPHY: secondary, advertisingSID: 3)
    }

    private static func data(
        _ operation: HCI.DataOperation, _ count: Int
    ) -> HCI.LESetExtendedAdvertisingData {
        .init(
            advertisingHandle: 0, operation: operation, advertisingData: [UInt8](repeating: 7, count: count))
    }

    private static func settings(_ properties: HCI.AdvertisingEventProperties) -> AdvertisingSettings {
        var settings = AdvertisingSettings(txPower: 4)
        #expect(settings.take(parameters(properties), configuration) == .success)
        return settings
    }

    @Test func parametersAreTakenAsTheHostGaveThem() {
        var settings = AdvertisingSettings(txPower: 4)
        let wanted = Self.parameters([.connectable, .directed], power: -8)
        #expect(settings.take(wanted, Self.configuration) == .success)
        #expect(settings.interval == 100_000_000)
        #expect(settings.txPower == -8)
        #expect(settings.sid == 3)
        // A directed set filters only by its target.
        #expect(settings.filterPolicy == .unfiltered)
        #expect(settings.take(Self.parameters(.scannable, power: 20), Self.configuration) == .success)
        #expect(settings.txPower == 4)
        #expect(settings.filterPolicy == .filtered)
    }

    /// Vol 4, Part E, 7.8.53.
    @Test func combinationsThatTheSpecificationForbidsAreRefused() {
        let all = (0...0xFF).map { HCI.AdvertisingEventProperties(rawValue: UInt16($0)) }
        let possible = all.filter { Self.parameters($0).problem(for: Self.configuration) == nil }
        #expect(possible.filter { $0.contains(.useLegacyPDUs) }.map(\.rawValue) == [16, 18, 19, 21, 29])
        #expect(
            !possible.contains { $0.isSuperset(of: [.connectable, .scannable]) && $0.rawValue & 16 == 0 })
        #expect(!possible.contains { $0.isSuperset(of: [.connectable, .anonymous]) })
        let short = Self.parameters(.connectable, interval: 31)
        #expect(short.problem(for: Self.configuration) == .invalidHCICommandParameters)
        var plain = Self.configuration
        plain.features.remove(.le2MPHY)
        let fast = Self.parameters(.connectable, secondary: .le2M)
        #expect(fast.problem(for: plain) == .unsupportedFeatureOrParameterValue)
        #expect(fast.problem(for: Self.configuration) == nil)
    }

    /// Vol 4, Part E, 7.8.54.
    @Test func fragmentsBecomeDataWithTheLast() {
        var settings = Self.settings([])
        let fragments: [(HCI.DataOperation, Int, AdvertisingSettings.DataChange)] = [
            (.intermediateFragment, 3, .refused(.commandDisallowed)),
            (.firstFragment, 0, .refused(.invalidHCICommandParameters)),
            (.firstFragment, 251, .kept), (.intermediateFragment, 251, .kept), (.lastFragment, 98, .changed),
            (.firstFragment, 251, .kept), (.intermediateFragment, 251, .kept),
            (.lastFragment, 99, .refused(.memoryCapacityExceeded)),
            (.lastFragment, 1, .refused(.commandDisallowed)),
        ]
        for (operation, count, change) in fragments {
            let taken = settings.take(Self.data(operation, count), isOn: false, limit: 600)
            #expect(taken == change, "\(operation) \(count)")
        }
        #expect(settings.data.count == 600)
        #expect(settings.partialData == nil)
    }

    @Test func anEnabledSetTakesOnlyWholeData() {
        var settings = Self.settings(.connectable)
        let tooLong = Self.data(.complete, AdvertisingSettings.bytesPerAuxiliaryPacket + 1)
        #expect(settings.take(tooLong, isOn: true, limit: 600) == .refused(.packetTooLong))
        #expect(
            settings.take(Self.data(.firstFragment, 9), isOn: true, limit: 600)
                == .refused(.commandDisallowed)
        )
        #expect(settings.take(Self.data(.complete, 9), isOn: true, limit: 600) == .changed)
        #expect(settings.take(Self.data(.unchanged, 0), isOn: true, limit: 600) == .changed)
        #expect(
            settings.take(Self.data(.unchanged, 0), isOn: false, limit: 600)
                == .refused(.invalidHCICommandParameters))
    }

    /// Vol 4, Part E, 7.8.56.
    @Test func aSetIsEnabledOnlyWhenItIsComplete() {
        #expect(Self.settings(.scannable).enablingProblem(duration: 0) == .commandDisallowed)
        var halfway = Self.settings([])
        _ = halfway.take(Self.data(.firstFragment, 9), isOn: false, limit: 600)
        #expect(halfway.enablingProblem(duration: 0) == .commandDisallowed)
        let quick = Self.settings([.useLegacyPDUs, .connectable, .directed, .highDutyCycleDirected])
        #expect(quick.enablingProblem(duration: 0) == .invalidHCICommandParameters)
        #expect(quick.enablingProblem(duration: 129) == .invalidHCICommandParameters)
        #expect(quick.enablingProblem(duration: 128) == nil)
    }

    @Test func noCommandBreaksTheInvariant() {
        var random = Entropy(seed: 1).stream("settings")
        for _ in 0..<randomCases(200) {
            var settings = AdvertisingSettings(txPower: 4)
            for _ in 0..<30 {
                let isOn = random.below(3) == 0
                let count = Int(random.below(4) == 0 ? random.below(32) : random.below(252))
                let operation = HCI.DataOperation(rawValue: UInt8(random.below(5)))!
                switch random.below(3) {
                case 0:
                    let wanted = Self.parameters(.init(rawValue: UInt16(random.below(128))))
                    if !isOn, wanted.problem(for: Self.configuration) == nil {
                        _ = settings.take(wanted, Self.configuration)
                    }
                case 1: _ = settings.take(Self.data(operation, count), isOn: isOn, limit: 600)
                default:
                    let response = HCI.LESetExtendedScanResponseData(
                        advertisingHandle: 0, operation: operation,
                        scanResponseData: [UInt8](repeating: 1, count: count))
                    _ = settings.take(response, isOn: isOn, limit: 600)
                }
                let broken = settings.brokenInvariant(limit: 600)
                #expect(broken == nil)
            }
        }
    }
}
