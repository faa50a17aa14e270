import BluetoothPort
import BluetoothTypes
import Foundation

extension ClientError: CustomStringConvertible, LocalizedError {
    /// What failed, where and why, in one sentence, and what to do in a second one.
    public var description: String {
        var text = "could not \(operation.rawValue)"
        if let place { text += " \(place)" }
        text += ": \(cause)"
        if let underlying { text += " (\(underlying.text))" }
        return text + (advice.map { ". \($0)" } ?? "")
    }

    /// The same as `description`.
    public var errorDescription: String? { description }

    /// What to do about it, if anything can be done.
    public var recoverySuggestion: String? { advice }

    private var place: String? {
        if let search { return "a peripheral \(search)" }
        var parts: [String] = []
        if let descriptor { parts.append("descriptor \(descriptor.label)") }
        if let characteristic { parts.append("characteristic \(characteristic.label)") }
        if let service { parts.append("service \(service.label)") }
        var text = parts.joined(separator: " of ")
        guard let peripheral else { return text.isEmpty ? nil : text }
        let name = peripheralName.map { "\"\($0)\"" } ?? "\(peripheral)"
        text += text.isEmpty ? name : " on \(name)"
        return text
    }

    private var cause: String {
        switch reason {
        case .unsupported: "this device has no Bluetooth Low Energy"
        case .unauthorized: "the app may not use Bluetooth"
        case .poweredOff: "Bluetooth is off"
        case .radioReset: "the Bluetooth system was reset"
        case .connectionFailed: "the connection failed"
        case .disconnected: "the link ended"
        case .disconnectedByApp: "the app disconnected"
        case .deadlineExceeded: "the time is over"
        case .servicesNotFound(let uuids): "there is no service \(Self.list(uuids))"
        case .characteristicsNotFound(let uuids): "there is no characteristic \(Self.list(uuids))"
        case .descriptorsNotFound(let uuids): "there is no descriptor \(Self.list(uuids))"
        case .servicesChanged: "the peripheral changed its services meanwhile"
        case .notSupported: "the characteristic does not take this operation"
        case .valueTooLong(let limit): "the value is longer than \(limit) bytes"
        case .malformedValue(let error): "the value is malformed: \(error)"
        case .refused(let code):
            "the peripheral refused with ATT error 0x\(String(code, radix: 16, uppercase: true))"
        case .unsubscribed: "the subscription was ended"
        case .channelClosed: "the channel was closed"
        case .malformedFrame(let error): "\(error)"
        case .failed: "the system reported an error"
        case .notFound: "none was found"
        case .notChosen: "none was chosen"
        case .unpublishable(let why): why
        case .alreadyAdvertising: "it advertises already"
        case .closed: "its Central or LocalPeripheral was released"
        }
    }

    private static func list(_ uuids: [BluetoothUUID]) -> String {
        uuids.map(\.label).joined(separator: ", ")
    }

    private var advice: String? {
        switch reason {
        case .unsupported:
            "Create the Central or LocalPeripheral inside `phone.run { }` of a simulated world, or run on a device with Bluetooth"
        case .unauthorized: "The user allows it in Settings, Privacy, Bluetooth"
        case .poweredOff: "The user switches Bluetooth on in Settings or in Control Centre"
        case .radioReset, .disconnected, .connectionFailed: "Try again"
        case .refused(code: 0x05), .refused(code: 0x0F), .refused(code: 0x0C): "Pair with the peripheral"
        case .notSupported: "Look at the characteristic's properties"
        case .characteristicsNotFound where operation == .update:
            "Publish a service with the characteristic first"
        case .alreadyAdvertising: "Call `stopAdvertising()` first"
        case .servicesNotFound, .characteristicsNotFound, .descriptorsNotFound:
            "Compare with `services()` and `characteristics(of:)` of the peripheral"
        case .notFound:
            "Is it on, near, advertising, and not connected to another phone? Many devices don't advertise while connected"
        default: nil
        }
    }
}

extension PortError {
    /// The error's domain and code, as Apple's framework numbers it.
    fileprivate var text: String {
        switch self {
        case .local(let code): "CBError \(code)"
        case .att(let code): "CBATTError \(code)"
        }
    }
}
