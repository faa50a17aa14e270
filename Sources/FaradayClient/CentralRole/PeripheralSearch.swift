import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Foundation

/// Which peripherals `Central.find` looks for.
///
/// ```swift
/// let strap: PeripheralSearch = .advertising([HeartRate.service]) && .namePrefix("HR-")
/// let known: PeripheralSearch = .identified(by: [storedIdentifier])
/// ```
public struct PeripheralSearch: Sendable {
    indirect enum Condition: Sendable {
        case name(String)
        case namePrefix(String)
        case services([BluetoothUUID])
        case manufacturer(UInt16, prefix: [UInt8])
        case identifiers([PeerIdentifier])
        case test(@Sendable (Sighting) -> Bool)
        case rssi(Int)
        case all([Condition])
        case any([Condition])
    }

    let condition: Condition

    private init(_ condition: Condition) { self.condition = condition }

    // MARK: Conditions

    /// Peripherals with exactly this name, on air or as the system knows it.
    public static func named(_ name: String) -> PeripheralSearch { PeripheralSearch(.name(name)) }

    /// Peripherals whose name begins so, on air or as the system knows it.
    public static func namePrefix(_ prefix: String) -> PeripheralSearch {
        PeripheralSearch(.namePrefix(prefix))
    }

    /// Peripherals that advertise one of these services, and peripherals with one of them to which the phone is connected
    /// already, because those often don't advertise.
    ///
    /// With this condition the radio reports only peripherals that advertise one of the services. In the background, iOS
    /// reports no others. Use `&&` for peripherals that advertise several services.
    public static func advertising(_ services: [BluetoothUUID]) -> PeripheralSearch {
        PeripheralSearch(.services(services))
    }

    /// Peripherals whose manufacturer data begins with a company identifier, and then with these bytes. The system hides the
    /// data of iBeacons (0x004C with 02 15) from apps.
    ///
    /// ```swift
    /// let search: PeripheralSearch = .manufacturer(0x0059, prefix: [0x02, 0x15])
    /// ```
    public static func manufacturer(_ company: UInt16, prefix: [UInt8] = []) -> PeripheralSearch {
        PeripheralSearch(.manufacturer(company, prefix: prefix))
    }

    /// Peripherals with one of these identifiers, from an earlier run of the app.
    ///
    /// The system is asked first. It knows peripherals that are bonded or connected, and others that it has seen; those are
    /// found without a scan and wherever they are, the first of the list first. A request then waits until the
    /// peripheral is near. The others are found when they are seen.
    public static func identified(by ids: [UUID]) -> PeripheralSearch {
        PeripheralSearch(.identifiers(ids.map { PeerIdentifier(uuid: $0) }))
    }

    /// Peripherals for which the closure returns `true`. It gets all that was heard of the peripheral so far, and may be
    /// called often, on any thread.
    ///
    /// ```swift
    /// let near: PeripheralSearch = .where { $0.rssi > -50 && $0.rssi != 127 }
    /// ```
    public static func `where`(_ test: @escaping @Sendable (Sighting) -> Bool) -> PeripheralSearch {
        PeripheralSearch(.test(test))
    }

    /// Peripherals whose signal is at least so strong, in dBm, when they are heard. With `.strongest(after:)`, the nearest of
    /// those that are near.
    public static func rssiAtLeast(_ rssi: Int) -> PeripheralSearch {
        PeripheralSearch(.rssi(rssi))
    }

    // MARK: Combinations

    /// Peripherals that meet all of these conditions.
    public static func all(_ searches: [PeripheralSearch]) -> PeripheralSearch {
        PeripheralSearch(.all(searches.map(\.condition)))
    }

    /// Peripherals that meet at least one of these conditions.
    public static func any(_ searches: [PeripheralSearch]) -> PeripheralSearch {
        PeripheralSearch(.any(searches.map(\.condition)))
    }

    /// Peripherals that meet both conditions.
    public static func && (left: PeripheralSearch, right: PeripheralSearch) -> PeripheralSearch {
        all([left, right])
    }

    /// Peripherals that meet one of the conditions, or both.
    public static func || (left: PeripheralSearch, right: PeripheralSearch) -> PeripheralSearch {
        any([left, right])
    }
}

extension PeripheralSearch: CustomStringConvertible {
    /// The conditions in words, as errors give them.
    public var description: String { condition.text }
}

extension PeripheralSearch.Condition {
    /// Whether what is known of a peripheral meets the condition.
    func matches(_ known: KnownPeripheral) -> Bool {
        switch self {
        case .name(let name): known.names.contains(name)
        case .namePrefix(let prefix): known.names.contains { $0.hasPrefix(prefix) }
        case .services(let services): services.contains(where: known.services.contains)
        case .manufacturer(let company, let prefix):
            known.advertisement.manufacturerData?.starts(
                with: [UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + prefix) ?? false
        case .identifiers(let identifiers): identifiers.contains(known.identifier)
        case .test(let test): test(known.sighting)
        case .rssi(let rssi): known.sighting.isAtLeast(rssi)
        case .all(let conditions): conditions.allSatisfy { $0.matches(known) }
        case .any(let conditions): conditions.contains { $0.matches(known) }
        }
    }

    /// The services by which the radio may filter: every peripheral that can match advertises one. `nil` for no filter.
    var filter: [BluetoothUUID]? {
        switch self {
        case .services(let services): services
        case .all(let conditions):
            conditions.compactMap(\.filter).min { $0.count < $1.count }
        case .any(let conditions):
            conditions.reduce([]) { all, condition in
                guard let all, let more = condition.filter else { return nil }
                return all + more.filter { !all.contains($0) }
            }
        case .name, .namePrefix, .manufacturer, .identifiers, .test, .rssi: nil
        }
    }

    /// The services that the conditions name.
    var services: [BluetoothUUID] {
        switch self {
        case .services(let services): services
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.services)
        case .name, .namePrefix, .manufacturer, .identifiers, .test, .rssi: []
        }
    }

    /// The identifiers that the conditions name.
    var identifiers: [PeerIdentifier] {
        switch self {
        case .identifiers(let identifiers): identifiers
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.identifiers)
        case .name, .namePrefix, .services, .manufacturer, .test, .rssi: []
        }
    }

    fileprivate var text: String {
        switch self {
        case .name(let name): "named \"\(name)\""
        case .namePrefix(let prefix): "with a name that begins with \"\(prefix)\""
        case .services(let services):
            "with the service \(services.map(\.label).joined(separator: " or "))"
        case .manufacturer(let company, let prefix):
            "with manufacturer data of company \(hexadecimal(company))"
                + (prefix.isEmpty
                    ? "" : " that begins with \(prefix.map { hexadecimal($0) }.joined(separator: " "))")
        case .identifiers(let identifiers):
            "with the identifier \(identifiers.map(\.description).joined(separator: " or "))"
        case .test: "for which a closure returns true"
        case .rssi(let rssi): "with a signal of at least \(rssi) dBm"
        case .all(let conditions): conditions.map(\.text).joined(separator: " and ")
        case .any(let conditions): conditions.map { "(\($0.text))" }.joined(separator: " or ")
        }
    }
}

/// All that was heard of a peripheral during one search.
struct KnownPeripheral: Sendable {
    let peripheral: Peripheral
    /// The newest value of each field: a name is often only in the scan response, which is reported by itself.
    private(set) var advertisement = Advertisement()
    /// The services that it advertises, or has on a link of the phone.
    var services: Set<BluetoothUUID> = []
    private(set) var rssi = 127
    /// The sum of the strengths that were measured, and how many there were.
    private var strength = (sum: 0, count: 0)

    init(_ peripheral: Peripheral) { self.peripheral = peripheral }

    /// What is known of a peripheral to which its central is connected: what scans have heard of it, and its services.
    init(linked peripheral: Peripheral) {
        self.peripheral = peripheral
        let (heard, discovered) = peripheral.core.knowledge
        services = Set(discovered)
        guard let heard else { return }
        advertisement = heard.advertisement
        services.formUnion(heard.advertisement.serviceUUIDs)
        services.formUnion(heard.advertisement.overflowServiceUUIDs)
        rssi = heard.rssi
    }

    var identifier: PeerIdentifier { peripheral.identifier }
    var sighting: Sighting { Sighting(peripheral: peripheral, advertisement: advertisement, rssi: rssi) }
    var names: [String] { [advertisement.localName, peripheral.name].compactMap { $0 } }
    /// The mean strength in dBm; `nil` if none was measured.
    var meanStrength: Double? {
        strength.count == 0 ? nil : Double(strength.sum) / Double(strength.count)
    }

    mutating func hear(_ sighting: Sighting) {
        advertisement = sighting.advertisement.adding(advertisement)
        services.formUnion(sighting.advertisement.serviceUUIDs)
        services.formUnion(sighting.advertisement.overflowServiceUUIDs)
        rssi = sighting.rssi
        guard rssi != 127 else { return }
        strength.sum += rssi
        strength.count += 1
    }
}

extension Advertisement {
    /// This advertisement, with fields of an older one that it does not have.
    func adding(_ older: Advertisement) -> Advertisement {
        var sum = self
        sum.localName = localName ?? older.localName
        sum.manufacturerData = manufacturerData ?? older.manufacturerData
        if serviceData.isEmpty { sum.serviceData = older.serviceData }
        if serviceUUIDs.isEmpty { sum.serviceUUIDs = older.serviceUUIDs }
        if overflowServiceUUIDs.isEmpty { sum.overflowServiceUUIDs = older.overflowServiceUUIDs }
        if solicitedServiceUUIDs.isEmpty { sum.solicitedServiceUUIDs = older.solicitedServiceUUIDs }
        sum.txPowerLevel = txPowerLevel ?? older.txPowerLevel
        sum.isConnectable = isConnectable ?? older.isConnectable
        return sum
    }
}
