import BluetoothTypes
import Foundation

// What an app shows its user. What a developer needs is in `description`.
extension ClientError: LocalizedError {
    /// For the user: what went wrong, in one sentence without UUIDs and codes; `localizedDescription` is the same.
    public var errorDescription: String? {
        switch reason {
        case .unsupported: "Bluetooth is not available here."
        case .unauthorized: "This app is not allowed to use Bluetooth."
        case .poweredOff: "Bluetooth is turned off."
        case .radioReset: "Bluetooth was interrupted."
        case .connectionFailed: "\(aDevice) could not be connected."
        case .disconnected: "The connection to \(theDevice) was lost."
        case .disconnectedByApp: "The connection to \(theDevice) was closed."
        case .deadlineExceeded:
            operation == .advertise || operation == .publish || operation == .update
                ? "It took too long." : "\(aDevice) did not respond in time."
        case .servicesNotFound, .characteristicsNotFound, .descriptorsNotFound, .notSupported:
            "\(aDevice) does not support this."
        case .servicesChanged: "\(aDevice) has changed meanwhile."
        case .valueTooLong: "There is too much data for one message to \(theDevice)."
        case .malformedValue, .malformedFrame: "\(aDevice) sent data that can't be read."
        case .refused: needsPairing ? "\(aDevice) is not paired." : "\(aDevice) refused the request."
        case .unsubscribed: "\(aDevice) stopped sending updates."
        case .channelClosed: "\(aDevice) closed the connection."
        case .failed: "Bluetooth reported a problem with \(theDevice)."
        case .notFound: "No device was found."
        case .notChosen: "No device was chosen."
        case .unpublishable, .alreadyAdvertising: "This device can't be made visible to others now."
        case .closed: "The connection was closed."
        }
    }

    /// For the user: what they can do about it; `nil` if they can do nothing.
    public var recoverySuggestion: String? {
        switch reason {
        case .unsupported: "Use a device with Bluetooth."
        case .unauthorized: "Allow Bluetooth for this app in Settings, under Privacy & Security."
        case .poweredOff: "Turn on Bluetooth in Settings or in Control Center."
        case .radioReset: "Wait a moment and try again."
        case .connectionFailed, .disconnected, .deadlineExceeded, .unsubscribed, .channelClosed, .failed:
            "Make sure that \(theDevice) is on and near, and try again."
        case .notFound:
            "Make sure that the device is on and near, and not connected to another phone or tablet."
        case .refused where needsPairing: "Pair with \(theDevice) and try again."
        case .servicesChanged, .refused: "Try again."
        case .servicesNotFound, .characteristicsNotFound, .descriptorsNotFound, .malformedValue,
            .malformedFrame:
            "Check whether there is an update for \(theDevice) or for this app."
        case .notChosen: "Choose a device."
        case .disconnectedByApp, .notSupported, .valueTooLong, .unpublishable, .alreadyAdvertising, .closed:
            nil
        }
    }

    /// Insufficient Authentication, Encryption Key Size Too Short, Insufficient Encryption.
    private var needsPairing: Bool {
        reason == .refused(code: 0x05) || reason == .refused(code: 0x0C) || reason == .refused(code: 0x0F)
    }

    /// The peripheral inside a sentence.
    private var theDevice: String { peripheralName ?? "the device" }
    /// The peripheral at the beginning of a sentence.
    private var aDevice: String { peripheralName ?? "The device" }
}
