import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What joins the server and the advertiser to links and to the lives of apps.
extension PhoneModel {
    /// The central on a link, as a manager hands it out (6.18).
    func subscriber(_ slot: Int) -> Peripheral.Subscriber {
        Peripheral.Subscriber(
            identifier: peers[links[slot].peer].identifier, maximumUpdateLength: Int(links[slot].mtu) - 3)
    }

    /// A link's MTU grew: the central's `maximumUpdateValueLength` changes, without a callback (6.18).
    mutating func tellUpdateLength(_ slot: Int) {
        let central = subscriber(slot)
        server.lengthChanged(links[slot].id, central)
        for peripheral in peripherals where peripheral.core.state == .poweredOn {
            tell(peripheral.core.id, .updateLengthChanged(central))
        }
    }

    mutating func attributeRead(_ request: GATT.ReadRequest, at now: Instant) {
        let isServed = serves(request.handle)
        screened { $0.server.read(request, isServed: isServed, at: now, into: &$0.effects) }
    }

    mutating func attributeWritten(_ request: GATT.WriteRequest, at now: Instant) {
        let isServed = request.parts.first.map { serves($0.handle) } ?? false
        screened { $0.server.written(request, isServed: isServed, at: now, into: &$0.effects) }
    }

    /// Services stay visible while their app is absent without the background mode, but requests to them get
    /// errors (6.12).
    private func serves(_ handle: ATT.Handle) -> Bool {
        guard screensEvents, let session = server.owner(of: handle), let index = peripheralIndex(session)
        else { return true }
        return presence(of: peripherals[index].core, .peripheral) != .absent
    }

    // MARK: Advertising

    mutating func startAdvertising(_ request: Peripheral.AdvertisementRequest, _ core: SessionCore) {
        let presence = presence(of: core, .peripheral)
        advertise {
            $0.start(request, for: core.id, of: core.app, in: presence, into: &$1)
        }
    }

    mutating func stopAdvertising(_ session: SessionID) { advertise { $0.stop(session, into: &$1) } }

    mutating func resumeAdvertising() { advertise { $0.resume(into: &$1) } }

    mutating func refreshAdvertising() { advertise { $0.refresh(into: &$1) } }

    mutating func advertisingEnded(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        advertise { $0.ended(set, code, into: &$1) }
    }

    mutating func advertisingStarted(_ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode) {
        advertise { $0.started(set, code, into: &$1) }
    }

    /// Calls the advertiser when it knows where the apps are.
    private mutating func advertise(_ input: (inout Advertiser, inout PhoneEffects) -> Void) {
        for session in advertiser.advertisements.map(\.session) {
            guard let index = peripheralIndex(session) else { continue }
            advertiser.setPresence(presence(of: peripherals[index].core, .peripheral), of: session)
        }
        screened { input(&$0.advertiser, &$0.effects) }
    }
}
