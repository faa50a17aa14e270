import BluetoothTypes
import BluetoothWire

extension Host {
    /// The caller's identifier for work in flight.
    package struct Token: Hashable, Sendable {
        package let rawValue: UInt64
        package init(_ rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// Identifies one link. Unlike a connection handle it is never used again during the life of a host.
    public struct LinkID: Hashable, Sendable, Comparable {
        public let rawValue: UInt32
        /// Wraps a number.
        public init(_ rawValue: UInt32) { self.rawValue = rawValue }
        /// Orders links as they came up.
        public static func < (left: LinkID, right: LinkID) -> Bool { left.rawValue < right.rawValue }
    }

    /// Identifies one advertising set: 0…239, chosen by the caller.
    package struct AdvertisingSetID: Hashable, Sendable, Comparable {
        package let rawValue: UInt8
        package init(_ rawValue: UInt8) { self.rawValue = rawValue }
        package static func < (left: AdvertisingSetID, right: AdvertisingSetID) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// How to scan.
    package struct ScanParameters: Hashable, Sendable {
        package var isActive: Bool
        /// 2.5 ms to 10.24 s, rounded down to units of 0.625 ms.
        package var interval: Nanoseconds {
            get { HCI.slot * Int(intervalSlots) }
            set { intervalSlots = newValue.inUnits(of: HCI.slot) }
        }
        /// At most `interval`; if equal the controller scans all the time.
        package var window: Nanoseconds {
            get { HCI.slot * Int(windowSlots) }
            set { windowSlots = newValue.inUnits(of: HCI.slot) }
        }
        // Kept in the controller's units: a host has several of these, and a world thousands of hosts.
        private var intervalSlots: UInt16
        private var windowSlots: UInt16
        /// Whether the controller reports each peer, and each new data of it, only once.
        package var filtersDuplicates: Bool
        package init(
            isActive: Bool = true, interval: Nanoseconds = .milliseconds(60),
            window: Nanoseconds = .milliseconds(60), filtersDuplicates: Bool = false
        ) {
            self.isActive = isActive
            intervalSlots = interval.inUnits(of: HCI.slot)
            windowSlots = window.inUnits(of: HCI.slot)
            self.filtersDuplicates = filtersDuplicates
        }
    }

    /// What one advertising set does.
    package struct AdvertisingParameters: Hashable, Sendable {
        /// Whether others can connect to the advertiser or scan it.
        package enum Kind: Hashable, Sendable {
            case connectable
            case scannable
            case nonConnectable
            case directed(DeviceAddress, highDutyCycle: Bool)
        }
        package var kind: Kind
        /// 20 ms to 10.24 s, rounded down to units of 0.625 ms.
        package var interval: Nanoseconds
        /// Encoded advertising data, at most 31 bytes on legacy PDUs.
        package var data: [UInt8]
        /// Encoded scan response data, at most 31 bytes on legacy PDUs.
        package var scanResponse: [UInt8]
        /// Whether to use extended advertising PDUs, with data up to the controller's limit.
        package var usesExtendedPDUs: Bool
        /// The PHY of the auxiliary PDUs that extended PDUs point to.
        package var auxiliaryPHY: HCI.PHY
        /// The number of advertising events after which the set ends; 0 is never. Needs extended commands.
        package var maximumEvents: UInt8
        /// The set's own random address; `nil` uses the host's identity address.
        package var ownAddress: DeviceAddress?
        package init(
            kind: Kind = .connectable, interval: Nanoseconds = .milliseconds(100), data: [UInt8] = [],
            scanResponse: [UInt8] = [], usesExtendedPDUs: Bool = false, auxiliaryPHY: HCI.PHY = .le1M,
            maximumEvents: UInt8 = 0, ownAddress: DeviceAddress? = nil
        ) {
            self.kind = kind
            self.interval = interval
            self.data = data
            self.scanResponse = scanResponse
            self.usesExtendedPDUs = usesExtendedPDUs
            self.auxiliaryPHY = auxiliaryPHY
            self.maximumEvents = maximumEvents
            self.ownAddress = ownAddress
        }
    }

    /// The connection parameters of a link.
    public struct ConnectionParameters: Hashable, Sendable {
        /// 7.5 ms to 4 s in units of 1.25 ms; in a request, the range.
        public var minimumInterval: Nanoseconds
        public var maximumInterval: Nanoseconds
        /// The number of connection events that the peripheral may skip, 0…499.
        public var latency: UInt16
        /// 100 ms to 32 s in units of 10 ms.
        public var supervisionTimeout: Nanoseconds
        public init(
            minimumInterval: Nanoseconds, maximumInterval: Nanoseconds, latency: UInt16,
            supervisionTimeout: Nanoseconds
        ) {
            self.minimumInterval = minimumInterval
            self.maximumInterval = maximumInterval
            self.latency = latency
            self.supervisionTimeout = supervisionTimeout
        }
        /// Creates parameters with one interval for both ends of the range.
        public init(interval: Nanoseconds, latency: UInt16 = 0, supervisionTimeout: Nanoseconds) {
            self.init(
                minimumInterval: interval, maximumInterval: interval, latency: latency,
                supervisionTimeout: supervisionTimeout)
        }
    }
}
