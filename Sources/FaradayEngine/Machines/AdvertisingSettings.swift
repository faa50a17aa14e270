import BluetoothTypes
import BluetoothWire

/// What the host has set for one advertising set: its parameters and its data (Core 6.0, Vol 4, Part E, 7.8.5 to 7.8.8
/// and 7.8.52 to 7.8.55).
package struct AdvertisingSettings: Hashable {
    /// How many data bytes an AUX_ADV_IND, AUX_SCAN_RSP or AUX_CHAIN_IND carries here: 255 bytes minus the header.
    package static let bytesPerAuxiliaryPacket = 230

    /// The time from event to event in nanoseconds, without the random delay.
    private(set) var interval: Int64 = 1_280_000_000
    private(set) var data: [UInt8] = []
    private(set) var response: [UInt8] = []
    /// Fragments of data that are not yet complete.
    private(set) var partialData: [UInt8]?
    private(set) var partialResponse: [UInt8]?

    // Small properties follow each other, so that they take no more room than they need.

    private(set) var peer: DeviceAddress = .zero
    private(set) var channels: HCI.AdvertisingChannelMap = .all
    private(set) var ownAddressType: HCI.OwnAddressType = .public
    private(set) var filterPolicy: HCI.AdvertisingFilterPolicy = .unfiltered
    private(set) var primaryPHY: LL.PHY = .le1M
    private(set) var secondaryPHY: LL.PHY = .le1M
    private(set) var sid: UInt8 = 0
    private(set) var notifiesScanRequests = false
    var randomAddress: DeviceAddress?
    /// The power of every packet in dBm.
    private(set) var txPower: Int8
    private(set) var properties: HCI.AdvertisingEventProperties = [.useLegacyPDUs, .connectable, .scannable]

    init(txPower: Int8) { self.txPower = txPower }

    var isLegacy: Bool { properties.contains(.useLegacyPDUs) }
    var isConnectable: Bool { properties.contains(.connectable) }
    var isScannable: Bool { properties.contains(.scannable) }
    var isDirected: Bool { properties.contains(.directed) }
    var isHighDuty: Bool { properties.contains(.highDutyCycleDirected) }

    // Parameters

    /// LE Set Advertising Parameters, for a set that is off.
    mutating func take(
        _ parameters: HCI.LESetAdvertisingParameters, _ configuration: ControllerConfiguration
    ) -> HCI.ErrorCode {
        let channels = parameters.advertisingChannelMap.intersection(.all)
        guard !channels.isEmpty, parameters.peerAddress.hasTypeOnAir else {
            return .invalidHCICommandParameters
        }
        let isHighDuty = parameters.advertisingType == .advDirectIndHighDutyCycle
        // The intervals are ignored with a high duty cycle.
        let (least, most) = (parameters.advertisingIntervalMin, parameters.advertisingIntervalMax)
        guard isHighDuty || 0x20 <= least && least <= most && most <= 0x4000 else {
            return .invalidHCICommandParameters
        }
        guard configuration.offers(parameters.ownAddressType) else {
            return .unsupportedFeatureOrParameterValue
        }
        properties = .init(parameters.advertisingType)
        interval = Int64(least) * 625_000
        self.channels = channels
        ownAddressType = parameters.ownAddressType
        peer = parameters.peerAddress
        // Directed advertising filters only by its target.
        filterPolicy = isDirected ? .unfiltered : parameters.advertisingFilterPolicy
        return .success
    }

    /// LE Set Extended Advertising Parameters, for a set that is off and parameters without a `problem`.
    mutating func take(
        _ parameters: HCI.LESetExtendedAdvertisingParameters, _ configuration: ControllerConfiguration
    ) -> HCI.ErrorCode {
        guard !hasData(beyond: parameters.advertisingEventProperties.defined) else {
            return .invalidHCICommandParameters
        }
        properties = parameters.advertisingEventProperties.defined
        interval = Int64(parameters.primaryAdvertisingIntervalMin) * 625_000
        channels = parameters.primaryAdvertisingChannelMap.intersection(.all)
        ownAddressType = parameters.ownAddressType
        peer = parameters.peerAddress
        filterPolicy = isDirected ? .unfiltered : parameters.advertisingFilterPolicy
        // 127 means no preference; the power can only be lowered.
        txPower = min(configuration.txPower, parameters.advertisingTxPower)
        primaryPHY = parameters.primaryAdvertisingPHY.onAir
        secondaryPHY = isLegacy ? .le1M : parameters.secondaryAdvertisingPHY.onAir
        sid = parameters.advertisingSID
        notifiesScanRequests = parameters.scanRequestNotificationEnable
        return .success
    }

    /// Whether the set has data that does not fit into events with these properties.
    private func hasData(beyond properties: HCI.AdvertisingEventProperties) -> Bool {
        if properties.contains(.useLegacyPDUs), max(data.count, response.count) > 31 { return true }
        return !data.isEmpty && !properties.carryData
            || !response.isEmpty && !properties.contains(.scannable)
    }

    // Data

    /// What a command about data did.
    enum DataChange: Hashable {
        case refused(HCI.ErrorCode)
        /// Kept a fragment; the set advertises what it did.
        case kept
        /// The set has new data, or the same data that scanners are to report again.
        case changed

        var status: HCI.ErrorCode { if case .refused(let status) = self { status } else { .success } }
    }

    /// LE Set Advertising Data or LE Set Scan Response Data: at most 31 bytes.
    mutating func takeLegacy(data: [UInt8]? = nil, response: [UInt8]? = nil) -> DataChange {
        guard max(data?.count ?? 0, response?.count ?? 0) <= 31 else {
            return .refused(.invalidHCICommandParameters)
        }
        if let data { self.data = data }
        if let response { self.response = response }
        return .changed
    }

    /// LE Set Extended Advertising Data (7.8.54).
    mutating func take(
        _ parameters: HCI.LESetExtendedAdvertisingData, isOn: Bool, limit: Int
    ) -> DataChange {
        let (operation, bytes) = (parameters.operation, parameters.advertisingData)
        guard properties.carryData else { return .refused(.invalidHCICommandParameters) }
        if operation == .unchanged {
            let isPossible = isOn && !isLegacy && !data.isEmpty && bytes.isEmpty
            return isPossible ? .changed : .refused(.invalidHCICommandParameters)
        }
        let room = room(isOn: isOn, limit: limit)
        return Self.fill(&data, &partialData, operation, bytes, room)
    }

    /// LE Set Extended Scan Response Data (7.8.55).
    mutating func take(
        _ parameters: HCI.LESetExtendedScanResponseData, isOn: Bool, limit: Int
    ) -> DataChange {
        let (operation, bytes) = (parameters.operation, parameters.scanResponseData)
        // *Unchanged data* is not allowed here. A set that is not scannable has no response, except an old one to
        // discard.
        guard operation != .unchanged, isScannable || operation == .complete && bytes.isEmpty else {
            return .refused(.invalidHCICommandParameters)
        }
        // An enabled scannable extended set must have a response.
        if bytes.isEmpty, operation == .complete, isOn, isScannable, !isLegacy {
            return .refused(.commandDisallowed)
        }
        let room = room(isOn: isOn, limit: limit)
        return Self.fill(&response, &partialResponse, operation, bytes, room)
    }

    /// What decides how much data a set takes, and how.
    private struct Room {
        let isLegacy: Bool
        let isOn: Bool
        let isOnePacket: Bool
        let limit: Int
    }

    private func room(isOn: Bool, limit: Int) -> Room {
        Room(
            isLegacy: isLegacy, isOn: isOn, isOnePacket: isOn && isConnectable && !isLegacy,
            limit: isLegacy ? 31 : limit)
    }

    /// Stores data, complete or in fragments.
    private static func fill(
        _ data: inout [UInt8], _ partial: inout [UInt8]?, _ operation: HCI.DataOperation, _ bytes: [UInt8],
        _ room: Room
    ) -> DataChange {
        // An empty fragment is invalid; only complete data may be empty.
        guard operation == .complete || !room.isLegacy && !bytes.isEmpty else {
            return .refused(.invalidHCICommandParameters)
        }
        guard operation == .complete || !room.isOn else { return .refused(.commandDisallowed) }
        let whole: [UInt8]
        switch operation {
        case .complete, .firstFragment, .unchanged: whole = bytes
        case .intermediateFragment, .lastFragment:
            guard let begun = partial else { return .refused(.commandDisallowed) }
            whole = begun + bytes
        }
        if room.isOnePacket, whole.count > Self.bytesPerAuxiliaryPacket {
            return .refused(.packetTooLong)
        }
        guard whole.count <= room.limit else {
            partial = nil
            return .refused(room.isLegacy ? .invalidHCICommandParameters : .memoryCapacityExceeded)
        }
        switch operation {
        case .firstFragment, .intermediateFragment:
            partial = whole
            return .kept
        case .complete, .lastFragment, .unchanged:
            partial = nil
            data = whole
            return .changed
        }
    }

    // On

    /// Why the set can't be enabled for `duration`, in units of 10 ms; `nil` if it can (7.8.56).
    func enablingProblem(duration: UInt16) -> HCI.ErrorCode? {
        guard partialData == nil, partialResponse == nil else { return .commandDisallowed }
        if !isLegacy {
            guard !isScannable || !response.isEmpty else { return .commandDisallowed }
            // The data of a connectable set must fit into one packet, without a chain (Vol 6, Part B, 2.3.4).
            if isConnectable, data.count > Self.bytesPerAuxiliaryPacket {
                return .invalidHCICommandParameters
            }
        }
        // High duty cycle advertising lasts at most 1.28 s, and the duration must be given.
        return isHighDuty && (duration == 0 || duration > 128) ? .invalidHCICommandParameters : nil
    }

    /// What is wrong with the settings; `nil` if nothing is. `limit` is the longest extended data.
    func brokenInvariant(limit: Int) -> String? {
        if !properties.isPossible { return "event properties \(properties.rawValue)" }
        if channels.intersection(.all).isEmpty { return "a set on no channel" }
        if isDirected, filterPolicy != .unfiltered { return "a directed set with a filter policy" }
        if max(data.count, response.count) > (isLegacy ? 31 : limit) { return "data without room for it" }
        let partial = max(partialData?.count ?? 0, partialResponse?.count ?? 0)
        return partial > limit ? "more fragments than the controller holds" : nil
    }
}

extension HCI.AdvertisingEventProperties {
    /// Without the bits 10 to 15, which the specification reserves: a controller ignores them (Core 6.0, Vol 1, Part E,
    /// 2.9). Bits 7 to 9 are about decision-based filtering, which the controller does not have.
    var defined: Self { Self(rawValue: rawValue & 0x3FF) }

    /// The properties of a legacy type.
    init(_ type: HCI.AdvertisingType) {
        self =
            switch type {
            case .advInd: [.useLegacyPDUs, .connectable, .scannable]
            case .advDirectIndHighDutyCycle:
                [.useLegacyPDUs, .connectable, .directed, .highDutyCycleDirected]
            case .advScanInd: [.useLegacyPDUs, .scannable]
            case .advNonconnInd: .useLegacyPDUs
            case .advDirectIndLowDutyCycle: [.useLegacyPDUs, .connectable, .directed]
            }
    }

    /// Whether the specification allows this combination (Core 6.0, Vol 4, Part E, 7.8.53).
    var isPossible: Bool {
        guard rawValue & ~0x7F == 0 else { return false }
        if contains(.useLegacyPDUs) { return [0x10, 0x12, 0x13, 0x15, 0x1D].contains(rawValue) }
        if isSuperset(of: [.connectable, .scannable]) { return false }
        if contains(.highDutyCycleDirected) { return false }
        return !contains(.anonymous) || isDisjoint(with: [.connectable, .scannable])
    }

    /// Whether such events carry advertising data: not those of legacy directed sets, and those of scannable extended
    /// ones only in the response (Core 6.0, Vol 4, Part E, 7.8.53).
    var carryData: Bool { contains(.useLegacyPDUs) ? !contains(.directed) : !contains(.scannable) }
}
