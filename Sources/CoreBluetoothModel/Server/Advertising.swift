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

// Advertising (ledger 6.7–6.9, 1.33).
extension PhoneModel {
    mutating func startAdvertising(_ index: Int, _ request: Peripheral.AdvertisementRequest) {
        let session = peripherals[index].core.id
        for key in request.refusedKeys {  // 6.7: the rest still goes on air.
            outputs.append(.misuse(session, .refusedAdvertisementKey(key)))
        }
        guard peripherals[index].advertisement == nil else {  // 6.9
            tell(session, .advertisingStarted(.alreadyAdvertising))
            return
        }
        peripherals[index].advertisement = request
        guard server.onAir == nil else {  // 1.33: no error, no effect, also when the other one stops.
            outputs.append(.misuse(session, .notOnAir(session)))
            tell(session, .advertisingStarted(nil))
            return
        }
        server.onAir = session
        server.owesStart = true
        resumeAdvertising()
    }

    mutating func stopAdvertising(_ index: Int) {
        peripherals[index].advertisement = nil
        guard server.onAir == peripherals[index].core.id else { return }
        server.onAir = nil
        server.owesStart = false
        takeAdvertisingOffAir()
    }

    mutating func takeAdvertisingOffAir() {
        guard server.isAdvertising else { return }
        server.isAdvertising = false
        outputs.append(.host(.stopAdvertising(ServerState.advertisingSet)))
    }

    /// Puts the advertisement on air that should be: at the start, after a connection took it off, after
    /// the radio came back.
    mutating func resumeAdvertising() {
        guard hostPhase == .ready, !server.isAdvertising, let session = server.onAir,
            let index = peripheralIndex(session), let request = peripherals[index].advertisement
        else { return }
        let presence = presence(of: peripherals[index].core, .peripheral)
        guard presence != .absent else { return }  // 6.11
        server.isAdvertising = true
        server.presence = presence
        let isRare = presence == .background
        let layout = isRare ? AdvertisementLayout(background: request) : AdvertisementLayout(request)
        let parameters = Host.AdvertisingParameters(
            kind: .connectable,
            interval: isRare ? profile.backgroundAdvertisingInterval : profile.advertisingInterval,
            data: layout.data, scanResponse: layout.scanResponse)
        outputs.append(.host(.startAdvertising(ServerState.advertisingSet, parameters)))
    }

    /// An app came or went: its advertisement ends, or looks another way (6.11).
    mutating func refreshAdvertising() {
        guard let session = server.onAir, let index = peripheralIndex(session) else { return }
        let presence = presence(of: peripherals[index].core, .peripheral)
        if server.isAdvertising, presence != server.presence { takeAdvertisingOffAir() }
        resumeAdvertising()
    }

    mutating func advertisingStarted(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        guard set == ServerState.advertisingSet, server.isAdvertising else { return }
        if code != .success { server.isAdvertising = false }
        guard server.owesStart, let session = server.onAir else { return }
        server.owesStart = false
        if code != .success {
            server.onAir = nil
            if let index = peripheralIndex(session) { peripherals[index].advertisement = nil }
        }
        tell(session, .advertisingStarted(code == .success ? nil : .unknown))
    }

    /// A central connected: the phone goes on advertising. Any other end waits until a link goes.
    mutating func advertisingEnded(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        guard set == ServerState.advertisingSet else { return }
        server.isAdvertising = false
        if code == .success { resumeAdvertising() }
    }
}
