import BluetoothPort
import BluetoothTypes

/// The one advertisement of a `LocalPeripheral`.
struct Advertising {
    struct Current {
        let request: RoleRequest
        let wanted: PortPeripheral.AdvertisementRequest
        /// The system was asked to advertise.
        var isSent = false
        /// The system has said that it does.
        var isStarted = false
    }

    var current: Current?
    /// Whether the system advertises for the app, or will when Bluetooth is on (behaviour 6.13).
    var isOnAir = false
    /// The app has ended the advertisement while Bluetooth was off.
    var owesStop = false

    mutating func radioEnded(isLost: Bool) {
        if isLost { (isOnAir, owesStop) = (false, false) }
        current?.isSent = false
        current?.isStarted = false
    }
}

extension PeripheralMachine {
    mutating func advertise(_ request: RoleRequest, _ wanted: PortPeripheral.AdvertisementRequest) {
        guard advertising.current == nil else { return fail(request, .alreadyAdvertising) }
        advertising.current = Advertising.Current(request: request, wanted: wanted)
        resumeAdvertising()
    }

    /// Brings the system's advertising in line with the app's wish.
    mutating func resumeAdvertising() {
        guard radio == .poweredOn else { return }
        guard let current = advertising.current else {
            if advertising.owesStop { stop() }
            return
        }
        guard !current.isSent else { return }
        // The payload of an advertisement that is on air can't be changed (behaviour 6.9).
        if advertising.isOnAir { stop() }
        advertising.current?.isSent = true
        advertising.isOnAir = true
        outputs.append(.command(.startAdvertising(current.wanted)))
    }

    private mutating func stop() {
        (advertising.isOnAir, advertising.owesStop) = (false, false)
        outputs.append(.command(.stopAdvertising))
    }

    mutating func advertisingStarted(_ error: PortError?) {
        guard let current = advertising.current, current.isSent, !current.isStarted else { return }
        if let error {
            (advertising.current, advertising.isOnAir) = (nil, false)
            let reason: ClientError.Reason =
                error == .alreadyAdvertising ? .alreadyAdvertising : ClientError(error, .advertise).reason
            return fail(current.request, reason, error)
        }
        advertising.current?.isStarted = true
        log(.advertises)
        outputs.append(.onAir(request: current.request.id))
    }

    mutating func stopAdvertising() {
        let request = advertising.current?.request
        endAdvertising()
        if let request { finish(request, .success(.done)) }
    }

    /// Takes the advertisement off air, now or when Bluetooth is on again.
    mutating func endAdvertising() {
        advertising.current = nil
        guard advertising.isOnAir else { return }
        if radio == .poweredOn { stop() } else { advertising.owesStop = true }
    }

    mutating func failAdvertising(_ reason: ClientError.Reason) {
        guard let request = advertising.current?.request else { return }
        endAdvertising()
        fail(request, reason)
    }
}
