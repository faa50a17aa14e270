import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// One advertising set of a device.
///
/// A legacy set holds 31 bytes, and 31 more in its scan response. A set whose data does not fit is left out and is a
/// `World.Mistake` when the device is added.
public struct DeviceAdvertising: Hashable, Sendable {
    /// What scanners may do with the set.
    public enum Kind: Hashable, Sendable {
        /// Any device may connect and, with legacy PDUs, request the scan response.
        case connectable
        /// Any device may request the scan response; none may connect.
        case scannable
        /// No device may connect or request the scan response, as with a beacon.
        case nonConnectable
        /// Only the device with this address may connect; legacy PDUs of this kind carry no data.
        case directed(to: DeviceAddress)
    }

    /// What scanners may do with the set.
    public var kind: Kind
    /// In tenths of a millisecond, to save memory: a world may have thousands of sets.
    private var delayTenths: UInt32 = 0
    /// The advertising interval, 20 ms to 10.24 s; the controller adds 0-10 ms to each (Core 6.0, Vol 6, Part B,
    /// 4.4.2.2).
    public var interval: Nanoseconds
    public var data: AdvertisingData
    /// The scan response, which only active scanners receive.
    public var scanResponse: AdvertisingData
    /// Whether the set keeps advertising while a central is connected to the device.
    public var continuesWhileConnected: Bool
    /// Whether the set uses extended advertising: it holds more data, and not every phone receives it (behaviour 2.34).
    public var usesExtendedPDUs: Bool
    /// The PHY of the auxiliary packets of extended advertising; Apple's phones receive only LE 2M (behaviour 2.34).
    public var auxiliaryPHY = HCI.PHY.le2M
    /// Whether the device's name is added where it fits: after the data, or else in the scan response.
    public var addsName: Bool
    /// Whether the set sends one advertisement and then stops, until `Device.startAdvertising()`,
    /// `Device.setAdvertising(_:)` or the next power-on. It needs a controller with extended commands.
    public var isOneShot = false
    /// The time from each start of the set to its first advertisement; rounded down to tenths of a millisecond, at most
    /// 119 hours.
    ///
    /// The controller adds 0-10 ms. A set that restarts after a connection starts without the delay.
    public var delay: Nanoseconds {
        get { .microseconds(Int(delayTenths) * 100) }
        set { delayTenths = UInt32(clamping: newValue.count / 100_000) }
    }

    /// Creates a set from its parts; a name is added if there is room for it.
    ///
    /// ```swift
    /// DeviceDefinition(name: "Acme Strap 2000") {  // what the phone reads once it is connected
    ///     DeviceAdvertising(name: "HR", services: ["180D"])  // what it hears
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - kind: What scanners may do with the set.
    ///   - name: The advertised name, in `CBAdvertisementDataLocalNameKey`; the device's name by default, no name if
    ///     empty. `CBPeripheral.name` is the advertised name until the phone has read the GAP name (behaviour 2.21).
    ///   - services: The services to list: 16-bit UUIDs in one structure, all others in one of 128 bits.
    ///   - manufacturerData: The company identifier in the first two bytes, lower byte first, and its data.
    ///   - interval: The advertising interval, 20 ms…10.24 s.
    ///   - continuesWhileConnected: Whether the set keeps advertising while a central is connected to the device.
    public init(
        _ kind: Kind = .connectable, name: String? = nil, services: [BluetoothUUID] = [],
        manufacturerData: [UInt8]? = nil, interval: Nanoseconds = .milliseconds(100),
        continuesWhileConnected: Bool = false
    ) {
        var structures: [AdvertisingData.Structure] = []
        structures += Self.flags(for: kind)
        structures += Self.serviceLists(services)
        if let manufacturerData { structures += Self.manufacturer(manufacturerData) }
        self.init(
            kind, data: AdvertisingData(structures), interval: interval,
            continuesWhileConnected: continuesWhileConnected)
        addsName = name == nil
        if let name, !name.isEmpty { add(name) }
    }

    /// The same set with changes.
    ///
    /// ```swift
    /// DeviceAdvertising(services: ["180D"]).with { $0.delay = .seconds(2) }
    /// ```
    public func with(_ change: (inout DeviceAdvertising) -> Void) -> DeviceAdvertising {
        var copy = self
        change(&copy)
        return copy
    }

    /// Adds a name where it fits.
    private mutating func add(_ name: String) {
        let isWhole = data.bytes.count + 2 + name.utf8.count <= Self.legacyLimit
        if isWhole || kind != .connectable && kind != .scannable {
            data.add(name, limit: Self.legacyLimit)
        } else {
            scanResponse.add(name, limit: Self.legacyLimit)
        }
    }

    /// Creates a set from exactly these structures; no name is added.
    ///
    /// - Parameters:
    ///   - kind: What scanners may do with the set.
    ///   - data: The advertising data.
    ///   - scanResponse: The scan response, which only active scanners receive.
    ///   - interval: The advertising interval, 20 ms…10.24 s.
    ///   - usesExtendedPDUs: Whether the set uses extended advertising (behaviour 2.34).
    ///   - continuesWhileConnected: Whether the set keeps advertising while a central is connected to the device.
    public init(
        _ kind: Kind = .connectable, data: AdvertisingData,
        scanResponse: AdvertisingData = AdvertisingData([]),
        interval: Nanoseconds = .milliseconds(100), usesExtendedPDUs: Bool = false,
        continuesWhileConnected: Bool = false
    ) {
        self.kind = kind
        self.interval = interval
        self.data = data
        self.scanResponse = scanResponse
        self.usesExtendedPDUs = usesExtendedPDUs
        self.continuesWhileConnected = continuesWhileConnected
        addsName = false
    }

    private static func flags(for kind: Kind) -> [AdvertisingData.Structure] {
        switch kind {
        case .connectable: [.flags([.generalDiscoverable, .brEDRNotSupported])]
        case .scannable, .nonConnectable: [.flags(.brEDRNotSupported)]
        case .directed: []
        }
    }

    private static func serviceLists(_ services: [BluetoothUUID]) -> [AdvertisingData.Structure] {
        let short = services.filter { $0.width == .bits16 }
        let long = services.filter { $0.width != .bits16 }.map(\.expanded)
        var lists: [AdvertisingData.Structure] = []
        if !short.isEmpty { lists.append(.completeServiceUUIDs(.bits16, short)) }
        if !long.isEmpty { lists.append(.completeServiceUUIDs(.bits128, long)) }
        return lists
    }

    private static func manufacturer(_ bytes: [UInt8]) -> [AdvertisingData.Structure] {
        guard bytes.count >= 2 else { return [.other(type: 0xFF, data: bytes)] }
        let company = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
        return [.manufacturerSpecificData(company: company, data: Array(bytes.dropFirst(2)))]
    }

    /// The parameters for the host, of a device that is connectable at present or not.
    func parameters(name: String, isConnectable: Bool = true) -> Host.AdvertisingParameters {
        let (data, response) = encoded(name: name)
        return Host.AdvertisingParameters(
            kind: isConnectable ? hostKind : unconnectableKind, interval: interval, data: data,
            scanResponse: response,
            usesExtendedPDUs: usesExtendedPDUs, auxiliaryPHY: usesExtendedPDUs ? auxiliaryPHY : .le1M,
            maximumEvents: isOneShot ? 1 : 0)
    }

    private var hostKind: Host.AdvertisingParameters.Kind {
        switch kind {
        case .connectable: .connectable
        case .scannable: .scannable
        case .nonConnectable: .nonConnectable
        case .directed(let peer): .directed(peer, highDutyCycle: false)
        }
    }

    /// The kind while the device is not connectable. A scannable extended set has data only in its scan response.
    private var unconnectableKind: Host.AdvertisingParameters.Kind {
        guard kind == .connectable else { return hostKind }
        return usesExtendedPDUs ? .nonConnectable : .scannable
    }

    package func encoded(name: String) -> (data: [UInt8], scanResponse: [UInt8]) {
        guard addsName, !name.isEmpty else { return (data.bytes, scanResponse.bytes) }
        if usesExtendedPDUs {
            return (Self.adding(name, to: data, limit: extendedLimit), scanResponse.bytes)
        }
        if data.encodedLength + 2 + name.utf8.count <= Self.legacyLimit {
            return (Self.adding(name, to: data, limit: Self.legacyLimit), scanResponse.bytes)
        }
        guard kind == .connectable || kind == .scannable else { return (data.bytes, scanResponse.bytes) }
        return (data.bytes, Self.adding(name, to: scanResponse, limit: Self.legacyLimit))
    }

    private static func adding(_ name: String, to data: AdvertisingData, limit: Int) -> [UInt8] {
        var data = data
        data.add(name, limit: limit)
        return data.bytes
    }

    /// Why the set can't be advertised; `nil` if it can.
    package func problem(name: String) -> String? {
        for structure in self.data.structures { if let problem = structure.problem { return problem } }
        for structure in scanResponse.structures { if let problem = structure.problem { return problem } }
        if !usesExtendedPDUs, fits(name: name) { return nil }
        let (data, response) = encoded(name: name)
        if usesExtendedPDUs {
            let limit = extendedLimit
            let longest = max(data.count, response.count)
            if kind == .scannable, !data.isEmpty {
                return "data in a scannable extended set; such a set answers only with its scan response"
            }
            if kind != .scannable, !response.isEmpty {
                return "a scan response in an extended set that is not scannable"
            }
            return longest > limit
                ? "extended advertising data of \(longest) bytes; a set of this kind holds \(limit)" : nil
        }
        if data.count > Self.legacyLimit {
            return "advertising data of \(data.count) bytes; legacy advertising holds \(Self.legacyLimit)"
        }
        if response.count > Self.legacyLimit {
            return "scan response of \(response.count) bytes; legacy advertising holds \(Self.legacyLimit)"
        }
        return nil
    }

    /// Whether all of it, with the whole name, plainly fits into a legacy set.
    private func fits(name: String) -> Bool {
        let nameLength = addsName && !name.isEmpty ? 2 + name.utf8.count : 0
        return data.encodedLength + nameLength <= Self.legacyLimit
            && scanResponse.encodedLength <= Self.legacyLimit
    }

    private static let legacyLimit = 31
    /// One AUX_ADV_IND: a connectable set has no chain (Core 6.0, Vol 4, Part E, 7.8.54).
    private static let connectableExtendedLimit = AdvertisingSettings.bytesPerAuxiliaryPacket
    private var extendedLimit: Int { kind == .connectable ? Self.connectableExtendedLimit : 1650 }
}

extension AdvertisingData {
    /// Adds as much of the name as fits into `limit` bytes in total, with the structure's header.
    fileprivate mutating func add(_ name: String, limit: Int) {
        let room = min(limit - encodedLength - 2, 253)
        if name.utf8.count <= room {
            structures.append(.completeLocalName(name))
        } else {
            let short = name.cut(to: room)
            if !short.isEmpty { structures.append(.shortenedLocalName(short)) }
        }
    }
}

extension String {
    /// The longest prefix of whole characters that needs at most `count` bytes of UTF-8.
    func cut(to count: Int) -> String {
        var result = ""
        var bytes = 0
        for character in self {
            bytes += character.utf8.count
            guard bytes <= count else { break }
            result.append(character)
        }
        return result
    }
}
