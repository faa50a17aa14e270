import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What a phone puts into its advertisements: 28 bytes for services and name beside the flags, 10 bytes of
/// scan response for a name that does not fit there, and the overflow area. The overflow area is in the
/// advertising packet if it fits, otherwise in the scan response (behaviour 6.8, 2.31, 6.41).
///
/// Several apps share the room (6.10): the first app's name is used, and the services of all apps.
struct AdvertisementLayout: Hashable, Sendable {
    let data: [UInt8]
    let scanResponse: [UInt8]

    private static let space = 28
    private static let nameSpace = 10
    /// General discoverable, and LE together with BR/EDR in controller and host, as iPhones say.
    private static let flags = AdvertisingData.Flags(rawValue: 0x1A)

    /// Creates the layout for one app in the foreground.
    init(_ request: Peripheral.AdvertisementRequest) { self.init(foreground: [request], background: []) }

    /// Creates the layout for several requests, in the order in which the apps began. In the background the
    /// name is dropped, and all services go to the overflow area (behaviour 6.11).
    init(foreground: [Peripheral.AdvertisementRequest], background: [Peripheral.AdvertisementRequest]) {
        var data: [AdvertisingData.Structure] = [.flags(Self.flags)]
        var left = Self.space
        var overflow: [BluetoothUUID] = []
        let services = Self.united(foreground)
        // 6.7: the exception; it leaves no room for anything else.
        if let beacon = foreground.lazy.compactMap(\.beacon).first {
            data.append(.manufacturerSpecificData(company: 0x004C, data: [0x02, 0x15] + beacon))
            left = 0
        }
        for width in [BluetoothUUID.Width.bits16, .bits32, .bits128] {
            let uuids = services.filter { $0.width == width }
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
        if let name = foreground.lazy.compactMap(\.localName).first {
            if name.utf8.count + 2 <= left {
                data.append(.completeLocalName(name))
                left -= 2 + name.utf8.count
            } else {
                let cut = Self.prefix(of: name, upTo: Self.nameSpace - 2)
                response.append(cut == name ? .completeLocalName(name) : .shortenedLocalName(cut))
            }
        }
        overflow += Self.united(background).filter { !services.contains($0) }
        if !overflow.isEmpty {
            let area = OverflowArea(overflow).structure
            if left >= OverflowArea.length { data.append(area) } else { response.append(area) }
        }
        self.data = AdvertisingData(data).bytes
        scanResponse = AdvertisingData(response).bytes
    }

    /// The services of all requests, each once.
    private static func united(_ requests: [Peripheral.AdvertisementRequest]) -> [BluetoothUUID] {
        guard requests.count > 1 else { return requests.first?.serviceUUIDs ?? [] }
        var services: [BluetoothUUID] = []
        for service in requests.lazy.flatMap(\.serviceUUIDs) where !services.contains(service) {
            services.append(service)
        }
        return services
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
