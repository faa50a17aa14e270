import BluetoothPort
import Foundation

/// What a phone can do for sessions; what only Ultra Wideband needs is not there.
///
/// ```swift
/// guard NISession.deviceCapabilities.supportsBluetoothChannelSounding else { return }
/// ```
@available(iOS 16.0, macCatalyst 16.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public protocol NIDeviceCapability: NSObjectProtocol {
    /// Whether the camera adds the direction (behaviour 29.9).
    var supportsCameraAssistance: Bool { get }

    /// Whether the phone measures distances by Channel Sounding (behaviour 29.1).
    @available(iOS 27.0, macCatalyst 27.0, *)
    var supportsBluetoothChannelSounding: Bool { get }
}

/// What the current code's phone can do.
@available(iOS 16.0, macCatalyst 16.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
final class PhoneCapability: NSObject, NIDeviceCapability {
    private let value: Nearby.Capabilities

    init(_ value: Nearby.Capabilities) {
        self.value = value
        super.init()
    }

    var supportsCameraAssistance: Bool { value.supportsCamera }
    var supportsBluetoothChannelSounding: Bool { value.supportsChannelSounding }
}
