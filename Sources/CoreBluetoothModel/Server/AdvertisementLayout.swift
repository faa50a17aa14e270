import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What a phone puts into its advertisements: 28 bytes for services and name beside the flags, 10 bytes
/// of scan response for a name that found no room, and the overflow area behind it (ledger 6.8, 2.31).
struct AdvertisementLayout: Hashable, Sendable {
    let data: [UInt8]
    let scanResponse: [UInt8]

    private static let space = 28
    private static let nameSpace = 10
    /// General discoverable, and LE together with BR/EDR in controller and host, as iPhones say.
    private static let flags = AdvertisingData.Flags(rawValue: 0x1A)

    /// In the background the name is dropped, and all services go to the overflow area (ledger 6.11).
    init(background request: Peripheral.AdvertisementRequest) {
        data = AdvertisingData([.flags(Self.flags)]).bytes
        let services = request.serviceUUIDs
        scanResponse = services.isEmpty ? [] : AdvertisingData([OverflowArea(services).structure]).bytes
    }

    init(_ request: Peripheral.AdvertisementRequest) {
        var data: [AdvertisingData.Structure] = [.flags(Self.flags)]
        var left = Self.space
        var overflow: [BluetoothUUID] = []
        if let beacon = request.beacon {  // 6.7: the exception; it leaves no room for anything else.
            data.append(.manufacturerSpecificData(company: 0x004C, data: [0x02, 0x15] + beacon))
            left = 0
        }
        for width in [BluetoothUUID.Width.bits16, .bits32, .bits128] {
            let uuids = request.serviceUUIDs.filter { $0.width == width }
            let fits = min(uuids.count, max(0, left - 2) / width.byteCount)
            overflow += uuids.dropFirst(fits)
            guard fits > 0 else { continue }
            let isComplete = fits == uuids.count
            data.append(
                isComplete
                    ? .completeServiceUUIDs(width, uuids)
                    : .incompleteServiceUUIDs(width, Array(uuids.prefix(fits))))
            left -= 2 + fits * width.byteCount
        }
        var response: [AdvertisingData.Structure] = []
        if let name = request.localName {
            if name.utf8.count + 2 <= left {
                data.append(.completeLocalName(name))
            } else {
                let cut = Self.prefix(of: name, upTo: Self.nameSpace - 2)
                response.append(cut == name ? .completeLocalName(name) : .shortenedLocalName(cut))
            }
        }
        if !overflow.isEmpty { response.append(OverflowArea(overflow).structure) }
        self.data = AdvertisingData(data).bytes
        scanResponse = AdvertisingData(response).bytes
    }

    /// As many whole characters as fit.
    private static func prefix(of name: String, upTo limit: Int) -> String {
        var result = ""
        for character in name {
            guard result.utf8.count + character.utf8.count <= limit else { break }
            result.append(character)
        }
        return result
    }
}
