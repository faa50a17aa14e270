import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// What a peripheral manager advertises of a device's sets: the name and the services of one (behaviour 6.7).
struct PublishedAdvertisement: Hashable {
    /// Nil if nothing is advertised.
    private(set) var request: Peripheral.AdvertisementRequest?
    /// One line for each part of the sets that can't be advertised.
    private(set) var limits: [String] = []

    init(_ sets: [DeviceAdvertising], name: String) {
        guard let index = sets.firstIndex(where: { $0.kind == .connectable }) ?? sets.indices.first else {
            return
        }
        for number in sets.indices where number != index {
            limits.append("advertising set \(number + 1) is left out: the system has one")
        }
        let set = sets[index]
        note(set)
        let (data, response) = set.encoded(name: name)
        var found = Peripheral.AdvertisementRequest()
        let structures = [data, response].flatMap { AdvertisingData(lenient: $0).structures }
        for structure in structures {
            switch structure {
            case .flags: break
            case .completeLocalName(let name), .shortenedLocalName(let name): found.localName = name
            case .completeServiceUUIDs(_, let uuids), .incompleteServiceUUIDs(_, let uuids):
                found.serviceUUIDs += uuids.filter { !found.serviceUUIDs.contains($0) }
            default: limits.append("its advertising has no \(Self.text(of: structure))")
            }
        }
        request = found
    }

    private mutating func note(_ set: DeviceAdvertising) {
        switch set.kind {
        case .connectable: break
        case .scannable, .nonConnectable:
            limits.append("centrals can connect, which its advertising does not allow")
        case .directed: limits.append("it advertises to everybody, and not to one central only")
        }
        if set.interval != .milliseconds(100) { limits.append("the system chooses its advertising interval") }
        if set.usesExtendedPDUs {
            limits.append("the system chooses how it advertises: extended PDUs are not asked for")
        }
        if set.isOneShot { limits.append("it goes on advertising, and not once only") }
        if set.delay > .zero { limits.append("it advertises at once, without the delay of its set") }
    }

    private static func text(of structure: AdvertisingData.Structure) -> String {
        switch structure {
        case .manufacturerSpecificData: "manufacturer data"
        case .serviceData(let uuid, _): "service data of \(uuid)"
        case .serviceSolicitation: "solicited services"
        case .txPowerLevel: "transmit power"
        case .appearance: "appearance"
        default: "structure of type \(hexadecimal(structure.type))"
        }
    }
}
