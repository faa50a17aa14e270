import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

// What to write instead.
extension Hint {
    /// A sentence; `nil` where the first sentence of the hint says it already.
    package var mend: String? {
        switch self {
        case .unusedWorld, .otherWorldsDevices, .swallowed, .mainWaitsForItself, .otherWorld, .nobodyElse,
            .letGo, .unrelated, .nothingAwaited:
            mendOfTest
        case .radio, .permission, .openAlert, .suspended, .ended: mendOfPhone
        case .outOfRange, .off, .removed, .silent, .connectedElsewhere, .notConnectable, .otherServices,
            .stranger, .neverSent, .replayWaits:
            mendOfDevice
        case .quietSince, .noDelegate, .missingStep, .connectedAlready, .unpublished, .refusedUpdates,
            .noService, .noCharacteristic:
            mendOfApp
        case .timeNeverMoved, .noPhone, .noManager, .realTime, .misuse: nil
        }
    }

    private var mendOfTest: String? {
        switch self {
        case .unusedWorld:
            "Use World.current, which the trait .simulated gives the test, or call world.run(until:) or "
                + "world.run(for:) of that world."
        case .otherWorldsDevices: "Use one world: write World.current.add(...)."
        case .otherWorld: "Use one world: write let world = World.current."
        case .swallowed: "Write try await world.run(until:), without try?."
        case .mainWaitsForItself:
            "Write main.async { }, or call the code without a queue."
        case .nobodyElse: "Call world.add(_:), for example world.add(.heartRateMonitor())."
        case .letGo:
            "Keep it in a variable until the test ends: write let app = phone.run { App() }, and "
                + "withExtendedLifetime(app) {} at the end."
        case .unrelated:
            "Let it read what the app keeps in peripheral(_:didUpdateValueFor:error:), inside the closure: "
                + "world.run(until: { app.values.count > 2 })."
        case .nothingAwaited:
            "Look at the last lines of the story: what has to follow them is what the app does not call."
        default: nil
        }
    }

    private var mendOfPhone: String? {
        switch self {
        case .radio: "Call phone.setBluetooth(true), or test what the app does then."
        case .permission:
            "Call phone.setAuthorization(.allowedAlways), or test what the app does then."
        case .openAlert: "Answer it: phone.onSystemAlert { _ in .allow }, phone.onPairing { _ in .accept }."
        case .suspended(_, _, _, let missing):
            "Call phone.configure(AppManifest(backgroundModes: \(Self.modes(missing))))."
        case .ended: "phone.launch() starts it again."
        default: nil
        }
    }

    private var mendOfDevice: String? {
        switch self {
        case .outOfRange: "Call device.move(to: .meters(2)), or add it there: world.add(_:at: .meters(2))."
        case .off: "Call device.powerOn()."
        case .removed: "Add it again: world.add(_:)."
        case .silent(_, let isDefined):
            isDefined
                ? "Call device.startAdvertising()."
                : "Write DeviceAdvertising(services: [...]) in its definition."
        case .connectedElsewhere:
            "End that link, or write continuesWhileConnected: true in its DeviceAdvertising."
        case .notConnectable:
            "Call device.setConnectable(true), or define it with DeviceAdvertising(.connectable)."
        case .otherServices(_, let advertised, _, let has): Self.mend(advertised, has)
        case .stranger: "Scan again, and connect to the peripheral that is found then."
        case .neverSent(_, let uuid): "Call device.update(\"\(uuid)\", [...])."
        case .replayWaits: "Let the app do that, or shorten the conversation."
        default: nil
        }
    }

    private var mendOfApp: String? {
        switch self {
        case .quietSince(_, _, let mend): mend?.sentence
        case .noDelegate(_, let unheard, let peer):
            unheard.hadDelegate
                ? "Keep the delegate in a property, or in a variable until the test ends."
                : peer == nil
                    ? "Write \(unheard.owner)(delegate: self, queue: nil)."
                    : "Write peripheral.delegate = self."
        case .missingStep(_, let step): step.mend
        case .connectedAlready:
            "Call cancelPeripheralConnection(_:) first, and connect again in "
                + "centralManager(_:didDisconnectPeripheral:error:)."
        case .unpublished:
            "Call add(_:) first, and startAdvertising(_:) in peripheralManager(_:didAdd:error:)."
        case .refusedUpdates:
            "Keep what was refused, and send it again in peripheralManagerIsReady(toUpdateSubscribers:)."
        case .noService(_, _, let has) where !has.isEmpty:
            "Write discoverServices(\(Self.code([has[0]]))), or discoverServices(nil)."
        case .noCharacteristic(_, _, _, let has) where !has.isEmpty:
            "Write discoverCharacteristics(\(Self.code([has[0]])), for: service), or give nil for all."
        case .noService: "Write DeviceService(...) in its definition."
        case .noCharacteristic: "Write DeviceCharacteristic(...) in that service of its definition."
        default: nil
        }
    }

    /// For a scan that looks for other services than a device advertises. `has`: those of them that it has.
    private static func mend(_ advertised: [BluetoothUUID], _ has: [BluetoothUUID]) -> String {
        let scan = advertised.isEmpty ? "nil" : code(advertised)
        let scanning = "Write scanForPeripherals(withServices: \(scan))"
        let defining = "write DeviceAdvertising(services: [\(literals(has))]) in its definition."
        if has.isEmpty { return scanning + "." }
        return advertised.isEmpty ? "W" + defining.dropFirst() : scanning + ", or " + defining
    }

    /// `[CBUUID(string: "180D")]`
    private static func code(_ uuids: [BluetoothUUID]) -> String {
        "[" + uuids.map { "CBUUID(string: \"\($0)\")" }.joined(separator: ", ") + "]"
    }

    /// `"180D", "180F"`
    private static func literals(_ uuids: [BluetoothUUID]) -> String {
        uuids.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

/// What to do about an error of a request.
package enum AttributeMend: Hashable, Sendable {
    case notReadable, notNotifying, notWritable, tooLong, refusedPairing, disconnected, failedToConnect

    /// For an event that reports an error to an app.
    init?(_ event: Central.Event) {
        switch event {
        case .disconnected: self = .disconnected
        case .failedToConnect: self = .failedToConnect
        case .characteristicValue(_, _, .failure(let error)), .descriptorValue(_, _, .failure(let error)),
            .characteristicWritten(_, _, let error?), .descriptorWritten(_, _, let error?),
            .notifyStateChanged(_, _, _, let error?):
            self.init(error)
        default: return nil
        }
    }

    private init?(_ error: PortError) {
        guard case .att(let code) = error else { return nil }
        switch code {
        case 0x02: self = .notReadable
        case 0x03: self = .notWritable
        case 0x05, 0x08, 0x0C, 0x0F: self = .refusedPairing
        case 0x06: self = .notNotifying
        case 0x0D: self = .tooLong
        default: return nil
        }
    }

    var sentence: String {
        switch self {
        case .notReadable:
            "Look at characteristic.properties before: without .read, values come only after "
                + "setNotifyValue(true, for: characteristic)."
        case .notNotifying:
            "Look at characteristic.properties before: only with .notify or .indicate there is "
                + "setNotifyValue(true, for: characteristic)."
        case .notWritable:
            "Look at characteristic.properties before: with .writeWithoutResponse and without .write, write type: "
                + ".withoutResponse."
        case .tooLong:
            "Write no more than peripheral.maximumWriteValueLength(for: .withResponse) bytes at once."
        case .refusedPairing:
            "The value needs a pairing: let the user accept it, phone.onPairing { _ in .accept }, or test what the "
                + "app does without it."
        case .disconnected:
            "Call connect(_:options:) in centralManager(_:didDisconnectPeripheral:error:)."
        case .failedToConnect:
            "Call connect(_:options:) again in centralManager(_:didFailToConnect:error:)."
        }
    }
}
