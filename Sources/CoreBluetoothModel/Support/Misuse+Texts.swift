import BluetoothPort

/// The log lines of Apple's framework. The session's number stands for the address, so that two runs print
/// the same.
extension Misuse {
    static func centralNotPoweredOn(_ session: SessionID, call: String) -> Misuse {
        Misuse(
            kind: .notPoweredOn, call: call,
            message: "API MISUSE: <CBCentralManager: \(hexadecimal(session.rawValue))> can only accept this "
                + "command while in the powered on state")
    }

    static func peripheralNotPoweredOn(_ session: SessionID, call: String) -> Misuse {
        Misuse(
            kind: .notPoweredOn, call: call,
            message: "API MISUSE: <CBPeripheralManager: \(hexadecimal(session.rawValue))> can only accept "
                + "this command while in the powered on state")
    }

    static func notConnected(_ peripheral: String, call: String) -> Misuse {
        Misuse(
            kind: .notConnected, call: call,
            message: "API MISUSE: \(peripheral) can only accept commands while in the connected state")
    }

    static func unusedConnecting(_ peripheral: String) -> Misuse {
        Misuse(
            kind: .unusedConnectingPeripheral, call: "CBPeripheral.deinit",
            message: "API MISUSE: Cancelling connection for unused peripheral \(peripheral), "
                + "Did you forget to keep a reference to it?")
    }

    static func unusedConnected(_ peripheral: String) -> Misuse {
        Misuse(
            kind: .unusedConnectedPeripheral, call: "CBPeripheral.deinit",
            message: "API MISUSE: Forcing disconnection of unused peripheral \(peripheral). "
                + "Did you forget to cancel the connection?")
    }

    static func refusedAdvertisementKey(_ key: String) -> Misuse {
        Misuse(
            kind: .refusedAdvertisementKey, call: "CBPeripheralManager.startAdvertising(_:)",
            message: "The advertisement key '\(words(of: key))' is not allowed")
    }

    /// `kCBAdvDataManufacturerData` as Apple's log has it: `Manufacturer Data` (behaviour 6.7).
    private static func words(of key: String) -> String {
        let prefix = "kCBAdvData"
        guard key.hasPrefix(prefix) else { return key }
        var words = ""
        for character in key.dropFirst(prefix.count) {
            if character.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
            words.append(character)
        }
        return words
    }

    static func notOnAir(_ session: SessionID) -> Misuse {
        Misuse(
            kind: .notOnAir, call: "CBPeripheralManager.startAdvertising(_:)",
            message: "<CBPeripheralManager: \(hexadecimal(session.rawValue))> does not advertise: another "
                + "manager of the app advertises already")
    }

    static let serviceStillIncluded = Misuse(
        kind: .serviceStillIncluded, call: "CBPeripheralManager.remove(_:)",
        message: "Another service includes this one: remove that service first")

    /// For an update that is longer than what the first such subscriber's link takes.
    static func truncatedUpdate(_ count: Int, _ limit: Int) -> Misuse {
        Misuse(
            kind: .truncatedUpdate, call: "CBPeripheralManager.updateValue(_:for:onSubscribedCentrals:)",
            message: "\(count) bytes are cut to \(limit), a subscriber's maximumUpdateValueLength")
    }

    static func unansweredRequest(_ session: SessionID) -> Misuse {
        Misuse(
            kind: .unansweredRequest, call: "CBPeripheralManager.respond(to:withResult:)",
            message:
                "<CBPeripheralManager: \(hexadecimal(session.rawValue))> did not answer a request before the "
                + "link ended, about 30 s later: centrals wait no longer")
    }

    static func unknownRequest(_ session: SessionID) -> Misuse {
        Misuse(
            kind: .unknownRequest, call: "CBPeripheralManager.respond(to:withResult:)",
            message: "<CBPeripheralManager: \(hexadecimal(session.rawValue))> has no such request: it was "
                + "answered already, or belongs to another manager")
    }

    static func foreignObject(call: String) -> Misuse {
        Misuse(
            kind: .foreignObject, call: call,
            message: "The attribute belongs neither to the current connection nor to an added service")
    }

    static let tooManyConnectionEventServices = Misuse(
        kind: .tooManyConnectionEventServices,
        call: "CBCentralManager.registerForConnectionEvents(options:)",
        message: "API MISUSE: connection events are matched by no more than four services")

    static func missingUsageDescription(call: String) -> Misuse {
        Misuse(
            kind: .missingUsageDescription, call: call,
            message: "The app's Info.plist has no NSBluetoothAlwaysUsageDescription: the system ends it")
    }

    /// Apple's exception, behaviour 1.40.
    static func missingBackgroundMode(_ manager: String, _ mode: String, call: String) -> Misuse {
        Misuse(
            kind: .missingBackgroundMode, call: call,
            message:
                "State restoration of \(manager) is only allowed for applications that have specified the "
                + "\"\(mode)\" background mode")
    }

    static func duplicateRestoreIdentifier(_ identifier: String, call: String) -> Misuse {
        Misuse(
            kind: .duplicateRestoreIdentifier, call: call,
            message: "Another manager of the app has the restore identifier '\(identifier)': "
                + "this one is not restored")
    }

    static func lostWrite(_ depth: Int) -> Misuse {
        Misuse(
            kind: .lostWriteWithoutResponse, call: "CBPeripheral.writeValue(_:for:type:)",
            message: "A write without response is lost: \(depth) are queued already. Write while "
                + "canSendWriteWithoutResponse is true, else wait for "
                + "peripheralIsReady(toSendWriteWithoutResponse:)")
    }

    static func unsupportedWriteWithoutResponse(_ characteristic: String) -> Misuse {
        Misuse(
            kind: .unsupportedWriteWithoutResponse, call: "CBPeripheral.writeValue(_:for:type:)",
            message:
                "WARNING: Characteristic \(characteristic) does not specify the \"Write Without Response\" "
                + "property - ignoring response-less write")
    }

    static func truncatedWrite(_ count: Int, _ room: Int) -> Misuse {
        Misuse(
            kind: .truncatedWriteWithoutResponse, call: "CBPeripheral.writeValue(_:for:type:)",
            message: "A write without response has \(count) bytes; only \(room) are sent: see "
                + "maximumWriteValueLength(for:)")
    }

    static let staticValueWritable = Misuse(
        kind: .cachedValueNotReadOnly, call: "CBPeripheralManager.add(_:)",
        message: "Characteristics with cached values must be read-only")

    /// `0x2A`: how an address is written.
    static func hexadecimal(_ value: UInt32) -> String { "0x" + String(value, radix: 16) }
}
