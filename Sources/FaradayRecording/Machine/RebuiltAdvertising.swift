import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One peer's advertising, as reports of a controller: frameworks show its fields, in which advertising data and scan response
/// are joined.
///
/// What the first discovery has is the advertising data; what later ones add is the scan response.
struct RebuiltAdvertising: Hashable, Sendable {
    /// A field with its structures; a changed value replaces the former one.
    private enum Field: Hashable, Sendable {
        case services, solicited, manufacturer, power, name
        case serviceData(BluetoothUUID)
    }

    private struct Item: Hashable, Sendable {
        var field: Field
        var bytes: [UInt8]
    }

    private static let mostLegacyBytes = 31
    private static let mostReportBytes = 229
    /// The most bytes of one advertisement (Core 6.0, Vol 4, Part E, 7.8.57).
    private static let mostBytes = 1650

    private var data: [Item] = []
    private var response: [Item] = []
    /// What the last report of a scan response had.
    private var toldResponse: [UInt8] = []
    private(set) var name: String?

    /// The events for a discovery.
    mutating func events(_ seen: Advertisement, rssi: Int, _ address: DeviceAddress) -> [HCI.Event] {
        if let name = seen.localName { self.name = name }
        let items = Self.items(seen)
        let isFirst = data.isEmpty && response.isEmpty
        for item in items { take(item, isFirst: isFirst) }
        let signal = Int8(clamping: rssi)
        if (seen.rxSecondaryPHY ?? 0) != 0 || !fitsLegacy {
            return extended(seen, signal, address)
        }
        return legacy(seen, signal, address)
    }

    private mutating func take(_ item: Item, isFirst: Bool) {
        if let index = data.firstIndex(where: { $0.field == item.field }) {
            data[index] = item
        } else if let index = response.firstIndex(where: { $0.field == item.field }) {
            response[index] = item
        } else if isFirst, Self.size(data) + item.bytes.count <= Self.mostLegacyBytes {
            data.append(item)
        } else {
            response.append(item)
        }
    }

    private static func size(_ items: [Item]) -> Int { items.reduce(0) { $0 + $1.bytes.count } }

    private var fitsLegacy: Bool {
        Self.size(data) <= Self.mostLegacyBytes && Self.size(response) <= Self.mostLegacyBytes
    }

    private mutating func legacy(_ seen: Advertisement, _ rssi: Int8, _ address: DeviceAddress) -> [HCI.Event]
    {
        let bytes = response.flatMap(\.bytes)
        let type: HCI.AdvertisingReportType =
            seen.isConnectable != false ? .advInd : bytes.isEmpty ? .advNonconnInd : .advScanInd
        var reports = [
            HCI.LEAdvertisingReport.Report(
                eventType: type, address: address, data: data.flatMap(\.bytes), rssi: rssi)
        ]
        if bytes != toldResponse {
            toldResponse = bytes
            reports.append(.init(eventType: .scanRsp, address: address, data: bytes, rssi: rssi))
        }
        return reports.map { .leAdvertisingReport(HCI.LEAdvertisingReport(reports: [$0])) }
    }

    private func extended(_ seen: Advertisement, _ rssi: Int8, _ address: DeviceAddress) -> [HCI.Event] {
        var type: HCI.ExtendedAdvertisingEventType = []
        if seen.isConnectable != false { type.insert(.connectable) }
        var rest = (data + response).flatMap(\.bytes).prefix(Self.mostBytes)
        var events: [HCI.Event] = []
        repeat {
            let part = Array(rest.prefix(Self.mostReportBytes))
            rest = rest.dropFirst(part.count)
            events.append(
                .leExtendedAdvertisingReport(
                    HCI.LEExtendedAdvertisingReport(reports: [
                        .init(
                            eventType: rest.isEmpty ? type : type.union(.incompleteMoreToCome),
                            address: address, primaryPHY: seen.rxPrimaryPHY == 3 ? .leCoded : .le1M,
                            secondaryPHY: seen.rxSecondaryPHY.flatMap {
                                HCI.PHY(rawValue: UInt8(clamping: $0))
                            }
                                ?? .le1M,
                            advertisingSID: 0, rssi: rssi, data: part)
                    ])))
        } while !rest.isEmpty
        return events
    }

    // MARK: Fields

    private static func items(_ seen: Advertisement) -> [Item] {
        var items: [Item] = []
        func add(_ field: Field, _ structures: [AdvertisingData.Structure]) {
            let bytes = structures.flatMap { AdvertisingData([$0]).bytes }
            if !bytes.isEmpty { items.append(Item(field: field, bytes: bytes)) }
        }
        add(.services, lists(seen.serviceUUIDs) { .completeServiceUUIDs($0, $1) })
        if let name = seen.localName {
            add(.name, [.completeLocalName(name.cut(to: AdvertisingData.Structure.maximumDataLength))])
        }
        if let bytes = seen.manufacturerData {
            let bytes = Array(bytes.prefix(AdvertisingData.Structure.maximumDataLength))
            add(
                .manufacturer,
                [.other(type: AdvertisingData.StructureType.manufacturerSpecificData, data: bytes)])
        }
        for entry in seen.serviceData {
            let uuid = entry.uuid.shortened
            let room = AdvertisingData.Structure.maximumDataLength - uuid.littleEndianBytes.count
            add(.serviceData(uuid), [.serviceData(uuid, Array(entry.data.prefix(room)))])
        }
        add(.solicited, lists(seen.solicitedServiceUUIDs) { .serviceSolicitation($0, $1) })
        if let power = seen.txPowerLevel { add(.power, [.txPowerLevel(Int8(clamping: power))]) }
        return items
    }

    /// The UUIDs by their widths, as one list of each width.
    private static func lists(
        _ uuids: [BluetoothUUID], _ make: (BluetoothUUID.Width, [BluetoothUUID]) -> AdvertisingData.Structure
    ) -> [AdvertisingData.Structure] {
        let uuids = uuids.map(\.shortened)
        return [BluetoothUUID.Width.bits16, .bits32, .bits128].compactMap { width in
            let list = uuids.filter { $0.width == width }
            let most = AdvertisingData.Structure.maximumDataLength / Int(width.rawValue)
            return list.isEmpty ? nil : make(width, Array(list.prefix(most)))
        }
    }
}

extension String {
    /// As many of the characters as fit into so many bytes.
    fileprivate func cut(to count: Int) -> String {
        var text = self
        while text.utf8.count > count { text.removeLast() }
        return text
    }
}
