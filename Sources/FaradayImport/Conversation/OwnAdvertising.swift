import BluetoothWire

/// What an adapter advertises itself, by the commands of its host.
struct OwnAdvertising {
    struct Set {
        var key = AdvertisingSetKey(kind: .connectable, isExtended: false, identifier: nil)
        var data: [UInt8] = []
        var response: [UInt8] = []
        /// Whether the capture has the command that sets the data, or begins before there were any.
        var isDataKnown = false
        var isResponseKnown = false
        /// Units of 0.625 ms.
        var interval: (least: UInt32, most: UInt32)?
        var isOn = false
        var address: DeviceAddress?
        fileprivate var usesRandomAddress = false
    }

    var publicAddress: DeviceAddress?
    private var randomAddress: DeviceAddress?
    /// Whether the capture has a reset: what comes after it is all there is.
    private var hasReset = false
    /// By handle; the legacy commands have none.
    private var sets: [UInt8?: Set] = [:]

    /// The address that the adapter advertises with, if the commands tell.
    var address: DeviceAddress? {
        let inOrder = sets.sorted { ($0.key.map(Int.init) ?? -1) < ($1.key.map(Int.init) ?? -1) }.map(\.value)
        guard let set = inOrder.first(where: \.isOn) ?? inOrder.first else { return nil }
        if set.usesRandomAddress { return set.address ?? randomAddress }
        return publicAddress.flatMap { $0.value == 0 ? nil : $0 }
    }

    /// Takes a command; returns the sets that are on air with something new.
    mutating func add(_ command: HCI.Command) -> [Set] {
        switch command {
        case .leSetRandomAddress(let command):
            randomAddress = DeviceAddress(command.randomAddress.value, .random)
        case .leSetAdvertisingSetRandomAddress(let command):
            sets[command.advertisingHandle, default: Set()].address = DeviceAddress(
                command.randomAddress.value, .random)
        case .leSetAdvertisingParameters(let command): return change(nil) { $0.take(command) }
        case .leSetAdvertisingData(let command):
            return change(nil) { ($0.data, $0.isDataKnown) = (command.advertisingData, true) }
        case .leSetScanResponseData(let command):
            return change(nil) { ($0.response, $0.isResponseKnown) = (command.scanResponseData, true) }
        case .leSetAdvertisingEnable(let command):
            return change(nil) { $0.isOn = command.advertisingEnable }
        case .leSetExtendedAdvertisingParameters(let command):
            return change(command.advertisingHandle) { $0.take(command) }
        case .leSetExtendedAdvertisingData(let command):
            return change(command.advertisingHandle) {
                $0.isDataKnown = true
                Self.put(command.advertisingData, command.operation, into: &$0.data)
            }
        case .leSetExtendedScanResponseData(let command):
            return change(command.advertisingHandle) {
                $0.isResponseKnown = true
                Self.put(command.scanResponseData, command.operation, into: &$0.response)
            }
        case .leSetExtendedAdvertisingEnable(let command):
            if command.sets.isEmpty, !command.enable {
                for handle in sets.keys { sets[handle]?.isOn = false }
            }
            return command.sets.flatMap { set in
                change(set.advertisingHandle) { $0.isOn = command.enable }
            }
        case .leRemoveAdvertisingSet(let command): sets[command.advertisingHandle] = nil
        case .leClearAdvertisingSets: sets = [:]
        case .reset: (sets, hasReset) = ([:], true)
        default: break
        }
        return []
    }

    private mutating func change(_ handle: UInt8?, _ change: (inout Set) -> Void) -> [Set] {
        var set = sets[handle] ?? Set(isDataKnown: hasReset, isResponseKnown: hasReset)
        change(&set)
        sets[handle] = set
        return set.isOn ? [set] : []
    }

    private static func put(_ part: [UInt8], _ operation: HCI.DataOperation, into data: inout [UInt8]) {
        switch operation {
        case .complete, .firstFragment: data = part
        case .intermediateFragment, .lastFragment: if data.count + part.count <= 1650 { data += part }
        case .unchanged: break
        }
    }
}

extension OwnAdvertising.Set {
    fileprivate mutating func take(_ command: HCI.LESetAdvertisingParameters) {
        key.kind =
            switch command.advertisingType {
            case .advInd: .connectable
            case .advScanInd: .scannable
            case .advNonconnInd: .nonConnectable
            case .advDirectIndHighDutyCycle, .advDirectIndLowDutyCycle: .directed(to: command.peerAddress)
            }
        usesRandomAddress = command.ownAddressType == .random || command.ownAddressType == .resolvableOrRandom
        interval = (UInt32(command.advertisingIntervalMin), UInt32(command.advertisingIntervalMax))
    }

    fileprivate mutating func take(_ command: HCI.LESetExtendedAdvertisingParameters) {
        let properties = command.advertisingEventProperties
        key.kind =
            if properties.contains(.directed) || properties.contains(.highDutyCycleDirected) {
                .directed(to: command.peerAddress)
            } else if properties.contains(.connectable) {
                .connectable
            } else if properties.contains(.scannable) {
                .scannable
            } else {
                .nonConnectable
            }
        key.isExtended = !properties.contains(.useLegacyPDUs)
        key.identifier = key.isExtended ? command.advertisingSID : nil
        usesRandomAddress = command.ownAddressType == .random || command.ownAddressType == .resolvableOrRandom
        interval = (command.primaryAdvertisingIntervalMin, command.primaryAdvertisingIntervalMax)
    }
}
