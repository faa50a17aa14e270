import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// The attributes of a device's definition as a peripheral manager publishes them, and what is left out of it.
///
/// No value is static: a rule may change each of them, so every read asks the device (behaviour 6.4).
struct PublicationPlan {
    /// A characteristic, as requests find it.
    struct Entry: Hashable {
        let identifier: AttributeIdentifier
        let uuid: BluetoothUUID
        let properties: GATT.Properties
        let permissions: GATT.Permissions
    }

    /// In the order in which they can be added: included services first (behaviour 6.1).
    private(set) var services: [Peripheral.Service] = []
    private(set) var entries: [DeviceCharacteristicPlace: Entry] = [:]
    private(set) var places: [AttributeIdentifier: DeviceCharacteristicPlace] = [:]
    /// The values at first.
    private(set) var values: [DeviceCharacteristicPlace: [UInt8]] = [:]
    /// One line for each part of the definition's attributes that can't be published.
    private(set) var limits: [String] = []
    private var lastIdentifier: UInt64 = 0

    init(_ all: [DeviceService]) {
        var made: [Peripheral.Service] = []
        for (index, service) in all.enumerated() { made.append(self.service(service, at: index)) }
        var isAdded = all.map { _ in false }
        for index in Self.order(all) {
            for include in all.includes(of: index) {
                if let place = include.place, isAdded[place] {
                    made[index].includedServices.append(made[place].identifier)
                } else {
                    limits.append(
                        "service \(all[index].uuid) does not include \(include.uuid), which would have to be "
                            + "published before it")
                }
            }
            isAdded[index] = true
            services.append(made[index])
        }
    }

    /// The places of the services, each behind those that it includes. A circle is cut where it closes.
    private static func order(_ all: [DeviceService]) -> [Int] {
        var order: [Int] = []
        var isSeen = all.map { _ in false }
        for start in all.indices where !isSeen[start] {
            isSeen[start] = true
            // The includes that are still to be looked at, of each service on the way here; no recursion, because a file
            // may have a long chain.
            var way: [(service: Int, rest: ArraySlice<Int>)] = [(start, all.places(in: start))]
            while var last = way.popLast() {
                guard let next = last.rest.popFirst() else {
                    order.append(last.service)
                    continue
                }
                way.append(last)
                if isSeen[next] { continue }
                isSeen[next] = true
                way.append((next, all.places(in: next)))
            }
        }
        return order
    }

    private mutating func identifier() -> AttributeIdentifier {
        lastIdentifier += 1
        return AttributeIdentifier(rawValue: lastIdentifier)
    }

    private mutating func service(_ service: DeviceService, at index: Int) -> Peripheral.Service {
        let identifier = identifier()
        let items = service.characteristics.enumerated().map { number, item in
            characteristic(
                item, at: DeviceCharacteristicPlace(service: index, characteristic: number),
                "\(service.uuid)/\(item.uuid)")
        }
        return Peripheral.Service(
            identifier: identifier, uuid: service.uuid, isPrimary: service.isPrimary, includedServices: [],
            characteristics: items)
    }

    private mutating func characteristic(
        _ item: DeviceCharacteristic, at place: DeviceCharacteristicPlace, _ name: String
    ) -> Peripheral.Characteristic {
        let identifier = identifier()
        note(item, name)
        entries[place] = Entry(
            identifier: identifier, uuid: item.uuid, properties: item.properties,
            permissions: item.permissions)
        places[identifier] = place
        values[place] = item.value
        return Peripheral.Characteristic(
            identifier: identifier, uuid: item.uuid, properties: Self.properties(of: item),
            permissions: Self.permissions(of: item), value: nil, descriptors: descriptors(of: item, name))
    }

    /// Apple's bits: with those for encrypted updates in the place of the plain ones (behaviour 6.6).
    private static func properties(of item: DeviceCharacteristic) -> UInt {
        var bits = UInt(item.properties.subtracting([.broadcast, .extendedProperties]).rawValue)
        guard !item.permissions.isDisjoint(with: [.notifyEncrypted, .notifyAuthenticated]) else {
            return bits
        }
        for (plain, encrypted): (GATT.Properties, UInt) in [(.notify, 0x100), (.indicate, 0x200)]
        where item.properties.contains(plain) {
            bits = bits & ~UInt(plain.rawValue) | encrypted
        }
        return bits
    }

    private static func permissions(of item: DeviceCharacteristic) -> UInt {
        var bits: UInt = 0
        if item.permissions.contains(.readable) {
            bits |= item.permissions.isDisjoint(with: [.readEncrypted, .readAuthenticated]) ? 1 : 4
        }
        if item.permissions.contains(.writable) {
            bits |= item.permissions.isDisjoint(with: [.writeEncrypted, .writeAuthenticated]) ? 2 : 8
        }
        return bits
    }

    /// The descriptors that an app may add: the system adds 2900 and 2902 itself (behaviour 6.5).
    private mutating func descriptors(of item: DeviceCharacteristic, _ name: String) -> [Peripheral
        .Descriptor]
    {
        var found: [Peripheral.Descriptor] = []
        let all =
            item.descriptors.map { ($0.uuid, $0.value.bytes, $0.permissions) }
            + item.askingDescriptors.map { ($0.uuid, $0.value, $0.permissions) }
        for (uuid, value, permissions) in all
        where ![0x2900, 0x2902].map({ BluetoothUUID($0) }).contains(uuid) {
            let isText = uuid == BluetoothUUID(0x2901)
            guard isText || uuid == BluetoothUUID(0x2904), !found.contains(where: { $0.uuid == uuid }) else {
                limits.append("\(name) has no descriptor \(uuid)")
                continue
            }
            // The system takes the description as text.
            if isText, Array(String(decoding: value, as: UTF8.self).utf8) != value {
                limits.append("\(name) has no description (2901), because it is not UTF-8")
                continue
            }
            if permissions.contains(.writable) {
                limits.append("the descriptor \(uuid) of \(name) can't be written")
            }
            found.append(Peripheral.Descriptor(uuid: uuid, value: value))
        }
        return found
    }

    private mutating func note(_ item: DeviceCharacteristic, _ name: String) {
        if item.properties.contains(.broadcast) { limits.append("\(name) is not broadcast") }
        if item.properties.contains(.extendedProperties) {
            limits.append("\(name) has no extended properties")
        }
        if !item.permissions.isDisjoint(with: [.readAuthenticated, .writeAuthenticated, .notifyAuthenticated])
        {
            limits.append("\(name) wants an encrypted link, but not an authenticated key")
        }
        if item.permissions.contains(.notifyAuthorized) {
            limits.append("\(name) lets every central subscribe, without authorization")
        }
        let hasUpdates = !item.properties.isDisjoint(with: [.notify, .indicate])
        if hasUpdates, !item.hasConfiguration {
            limits.append("\(name) has a Client Characteristic Configuration (2902): the system adds it")
        }
    }
}

extension [DeviceService] {
    fileprivate func places(in index: Int) -> ArraySlice<Int> { includes(of: index).compactMap(\.place)[...] }
}

extension GATT.Value {
    fileprivate var bytes: [UInt8] { if case .stored(let value) = self { value } else { [] } }
}
