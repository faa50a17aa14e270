import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// One app's advertisement: that of the first of its managers (1.33). On air is what all apps advertise
/// together (6.10).
struct Broadcast: Sendable {
    let app: AppID
    var session: SessionID
    /// The manager waits for its `didStartAdvertising`.
    var owesStart = true
}

// Advertising (behaviour 6.7-6.11, 1.33).
//
// A phone has one advertising set for what all its apps advertise: the name of the app that began first, and
// the services of all apps in that order. The services of apps in the background go to the overflow area. A
// manager that stops removes its part, and another app's name or service takes the room. Apple's header only
// says that advertising is shared (6.10); that the first name is used is Faraday's choice.
extension PhoneModel {
    /// The one set.
    private static let advertisingSet = Host.AdvertisingSetID(0)

    mutating func startAdvertising(_ index: Int, _ request: Peripheral.AdvertisementRequest) {
        let (session, app) = (peripherals[index].core.id, peripherals[index].core.app)
        for key in request.refusedKeys {  // 6.7: the rest still goes on air.
            effects.append(.misuse(session, .refusedAdvertisementKey(key)))
        }
        guard peripherals[index].advertisement == nil else {  // 6.9
            tell(session, .advertisingStarted(.alreadyAdvertising))
            return
        }
        peripherals[index].advertisement = request
        // 1.33: a second manager of an app gets no error and no effect, not even when the other one stops.
        guard !server.broadcasts.contains(where: { $0.app == app }) else {
            effects.append(.misuse(session, .notOnAir(session)))
            tell(session, .advertisingStarted(nil))
            return
        }
        server.broadcasts.append(Broadcast(app: app, session: session))
        refreshAdvertising()
    }

    mutating func stopAdvertising(_ index: Int) {
        peripherals[index].advertisement = nil
        let session = peripherals[index].core.id
        guard let place = server.broadcasts.firstIndex(where: { $0.session == session }) else { return }
        server.broadcasts.remove(at: place)
        refreshAdvertising()
    }

    mutating func takeAdvertisingOffAir() {
        guard server.onAir != nil else { return }
        server.onAir = nil
        effects.append(.host(.gap(.stopAdvertising(Self.advertisingSet))))
    }

    /// Puts on air what should be there: at the start, after a connection ended it, and after the radio came
    /// back.
    mutating func resumeAdvertising() {
        if server.onAir == nil, !server.broadcasts.isEmpty { refreshAdvertising() }
    }

    /// Changes what is on air to what the apps want now (6.10, 6.11).
    mutating func refreshAdvertising() {
        guard hostPhase == .ready, !server.broadcasts.isEmpty || server.onAir != nil else { return }
        guard let wanted = wantedAdvertising else { return takeAdvertisingOffAir() }
        if let present = server.onAir, present.interval == wanted.interval {
            if present != wanted {
                server.onAir = wanted
                let (data, response) = (wanted.data, wanted.scanResponse)
                effects.append(
                    .host(
                        .gap(.updateAdvertisingData(Self.advertisingSet, data: data, scanResponse: response)))
                )
            }
            if server.isOnAirConfirmed { tellStarted() }
        } else {
            takeAdvertisingOffAir()
            (server.onAir, server.isOnAirConfirmed) = (wanted, false)
            effects.append(.host(.gap(.startAdvertising(Self.advertisingSet, wanted))))
        }
    }

    /// What all apps together advertise; `nil` if none does.
    private var wantedAdvertising: Host.AdvertisingParameters? {
        var foreground: [Peripheral.AdvertisementRequest] = []
        var background: [Peripheral.AdvertisementRequest] = []
        for (request, presence) in server.broadcasts.compactMap({ part(of: $0) }) {
            switch presence {
            case .foreground: foreground.append(request)
            case .background: background.append(request)
            case .absent: break
            }
        }
        guard !foreground.isEmpty || !background.isEmpty else { return nil }
        let layout = AdvertisementLayout(foreground: foreground, background: background)
        return Host.AdvertisingParameters(
            kind: .connectable,
            interval: foreground.isEmpty
                ? profile.backgroundAdvertisingInterval : profile.advertisingInterval,
            data: layout.data, scanResponse: layout.scanResponse)
    }

    /// What an app wants on air, and whether it is in the foreground, in the background or absent.
    private func part(of broadcast: Broadcast) -> (Peripheral.AdvertisementRequest, Presence)? {
        guard let index = peripheralIndex(broadcast.session), let request = peripherals[index].advertisement
        else { return nil }
        return (request, presence(of: peripherals[index].core, .peripheral))
    }

    /// Reports to the managers that wait for it that their part is on air. Managers of absent apps continue
    /// to wait.
    private mutating func tellStarted() {
        for place in server.broadcasts.indices where server.broadcasts[place].owesStart {
            if let (_, presence) = part(of: server.broadcasts[place]), presence == .absent { continue }
            server.broadcasts[place].owesStart = false
            tell(server.broadcasts[place].session, .advertisingStarted(nil))
        }
    }

    /// Advertising failed: the managers that have just started get the error, and have to start again.
    private mutating func tellNotStarted() {
        let failed = server.broadcasts.filter(\.owesStart)
        server.broadcasts.removeAll(where: \.owesStart)
        for broadcast in failed {
            if let index = peripheralIndex(broadcast.session) { peripherals[index].advertisement = nil }
            tell(broadcast.session, .advertisingStarted(.unknown))
        }
    }

    mutating func advertisingStarted(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        guard set == Self.advertisingSet, server.onAir != nil else { return }
        guard code == .success else {
            server.onAir = nil
            return tellNotStarted()
        }
        server.isOnAirConfirmed = true
        tellStarted()
    }

    /// A central connected: the phone continues to advertise. After any other end it waits until a link ends.
    mutating func advertisingEnded(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        guard set == Self.advertisingSet, server.onAir != nil else { return }
        server.onAir = nil
        if code == .success { refreshAdvertising() }
    }
}
