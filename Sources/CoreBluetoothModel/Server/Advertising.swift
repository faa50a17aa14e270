import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One app's advertisement: that of the first of its managers (1.33), in a set of its own.
struct Broadcast: Sendable {
    let app: AppID
    var session: SessionID
    let set: Host.AdvertisingSetID
    /// The host has the set running, or was asked to.
    var isOnAir = false
    /// In which way it does.
    var presence = Presence.foreground
    /// The manager waits for its `didStartAdvertising`.
    var owesStart = true
}

// Advertising (ledger 6.7–6.9, 1.33).
extension PhoneModel {
    mutating func startAdvertising(_ index: Int, _ request: Peripheral.AdvertisementRequest) {
        let (session, app) = (peripherals[index].core.id, peripherals[index].core.app)
        for key in request.refusedKeys {  // 6.7: the rest still goes on air.
            outputs.append(.misuse(session, .refusedAdvertisementKey(key)))
        }
        guard peripherals[index].advertisement == nil else {  // 6.9
            tell(session, .advertisingStarted(.alreadyAdvertising))
            return
        }
        peripherals[index].advertisement = request
        // 1.33: a second manager of an app gets no error and no effect, also when the other one stops.
        guard !server.broadcasts.contains(where: { $0.app == app }) else {
            outputs.append(.misuse(session, .notOnAir(session)))
            tell(session, .advertisingStarted(nil))
            return
        }
        guard let set = freeAdvertisingSet else {
            peripherals[index].advertisement = nil
            tell(session, .advertisingStarted(.outOfSpace))
            return
        }
        server.broadcasts.append(Broadcast(app: app, session: session, set: set))
        resumeAdvertising()
    }

    private var freeAdvertisingSet: Host.AdvertisingSetID? {
        (0...UInt8(0xEF)).lazy.map { Host.AdvertisingSetID($0) }
            .first { set in !server.broadcasts.contains { $0.set == set } }
    }

    mutating func stopAdvertising(_ index: Int) {
        peripherals[index].advertisement = nil
        let session = peripherals[index].core.id
        guard let place = server.broadcasts.firstIndex(where: { $0.session == session }) else { return }
        takeOffAir(place)
        server.broadcasts.remove(at: place)
    }

    mutating func takeAdvertisingOffAir() {
        for place in server.broadcasts.indices { takeOffAir(place) }
    }

    private mutating func takeOffAir(_ place: Int) {
        guard server.broadcasts[place].isOnAir else { return }
        server.broadcasts[place].isOnAir = false
        outputs.append(.host(.stopAdvertising(server.broadcasts[place].set)))
    }

    /// Puts the advertisements on air that should be: at the start, after a connection took one off, after
    /// the radio came back.
    mutating func resumeAdvertising() {
        guard hostPhase == .ready else { return }
        for place in server.broadcasts.indices where !server.broadcasts[place].isOnAir { putOnAir(place) }
    }

    private mutating func putOnAir(_ place: Int) {
        guard let index = peripheralIndex(server.broadcasts[place].session),
            let request = peripherals[index].advertisement
        else { return }
        let presence = presence(of: peripherals[index].core, .peripheral)
        guard presence != .absent else { return }  // 6.11
        server.broadcasts[place].isOnAir = true
        server.broadcasts[place].presence = presence
        let isRare = presence == .background
        let layout = isRare ? AdvertisementLayout(background: request) : AdvertisementLayout(request)
        let parameters = Host.AdvertisingParameters(
            kind: .connectable,
            interval: isRare ? profile.backgroundAdvertisingInterval : profile.advertisingInterval,
            data: layout.data, scanResponse: layout.scanResponse)
        outputs.append(.host(.startAdvertising(server.broadcasts[place].set, parameters)))
    }

    /// An app came or went: its advertisement ends, or looks another way (6.11).
    mutating func refreshAdvertising() {
        for place in server.broadcasts.indices {
            guard let index = peripheralIndex(server.broadcasts[place].session) else { continue }
            let presence = presence(of: peripherals[index].core, .peripheral)
            if presence != server.broadcasts[place].presence { takeOffAir(place) }
        }
        resumeAdvertising()
    }

    mutating func advertisingStarted(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        guard let place = server.broadcasts.firstIndex(where: { $0.set == set }) else { return }
        let broadcast = server.broadcasts[place]
        guard broadcast.isOnAir else { return }
        if code != .success { server.broadcasts[place].isOnAir = false }
        guard broadcast.owesStart else { return }
        server.broadcasts[place].owesStart = false
        if code != .success {
            server.broadcasts.remove(at: place)
            if let index = peripheralIndex(broadcast.session) { peripherals[index].advertisement = nil }
        }
        tell(broadcast.session, .advertisingStarted(code == .success ? nil : .unknown))
    }

    /// A central connected: the phone goes on advertising. Any other end waits until a link goes.
    mutating func advertisingEnded(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        guard let place = server.broadcasts.firstIndex(where: { $0.set == set }) else { return }
        server.broadcasts[place].isOnAir = false
        if code == .success { putOnAir(place) }
    }
}
