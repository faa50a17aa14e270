import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// Lets centrals measure the distance to a device by Channel Sounding: the device is the reflector.
///
/// ```swift
/// DeviceDefinition(name: "Tag") {
///     DeviceAdvertising(services: ["FFE0"])
///     DeviceSecurity(requires: .encrypted)
///     DeviceChannelSounding()
/// }
/// ```
///
/// The link must be encrypted before a central can measure. `Device.install` does not change the radio: firmware with
/// another line than the device was added with uses what there is. Source: Core 6.0, Vol 6, Part H.
public struct DeviceChannelSounding: Hashable, Sendable {
    /// How the central gets the phases that the device measured.
    public enum Correction: Hashable, Sendable, CaseIterable {
        /// The device adds them to the tones that it sends (Core 6.3), as iPhones need it.
        case inline
        /// The Ranging Service sends them: the device gets the service 185B, unless its definition has one.
        case rangingService
        /// Both; the central chooses.
        case both
    }

    /// How the central gets the phases that the device measured.
    public var correction: Correction
    /// How long a signal takes between chip and air, in nanoseconds: a central that does not know it measures 0.3 m more
    /// for each.
    public var antennaDelay: Double
    /// How far the crystal is off, in parts per million, -50 to 50.
    public var clockOffset: Double
    /// What the controller can do; nil for all that a simulated controller implements. Inline correction follows from
    /// ``correction``.
    public var capabilities: ChannelSoundingCapabilities?

    public init(
        _ correction: Correction = .inline, antennaDelay: Double = 0, clockOffset: Double = 0,
        capabilities: ChannelSoundingCapabilities? = nil
    ) {
        self.correction = correction
        self.antennaDelay = antennaDelay
        self.clockOffset = clockOffset
        self.capabilities = capabilities
    }

    /// The device's radio.
    var radio: ChannelSoundingRadio {
        var abilities = capabilities ?? ChannelSoundingRadio.everything
        if correction == .rangingService {
            abilities.subfeatures.remove(.inlinePhaseCorrection)
        } else {
            abilities.subfeatures.insert(.inlinePhaseCorrection)
        }
        return ChannelSoundingRadio(
            capabilities: abilities, antennaDelay: antennaDelay, clockOffset: clockOffset)
    }

    /// Whether the device has the Ranging Service.
    package var hasService: Bool { correction != .inline }

    /// What the device's host uses of Channel Sounding.
    var host: Host.RangingConfiguration {
        Host.RangingConfiguration(allowedRoles: .reflector, reportsReflections: hasService)
    }
}

extension DeviceService {
    /// The Ranging Service, whose values the device sets itself.
    package static var ranging: DeviceService {
        DeviceService(Ranging.service) {
            DeviceCharacteristic(
                Ranging.Characteristic.features, .read, value: RangingServer.features.bytes,
                requires: .encrypted)
            DeviceCharacteristic(
                Ranging.Characteristic.realTimeData, [.notify, .indicate], requires: .encrypted)
            DeviceCharacteristic(
                Ranging.Characteristic.onDemandData, [.notify, .indicate], requires: .encrypted)
            DeviceCharacteristic(
                Ranging.Characteristic.controlPoint, [.writeWithoutResponse, .indicate],
                requires: .encrypted)
            DeviceCharacteristic(
                Ranging.Characteristic.dataReady, [.read, .notify, .indicate], value: [0, 0],
                requires: .encrypted)
            DeviceCharacteristic(
                Ranging.Characteristic.dataOverwritten, [.read, .notify, .indicate], value: [0, 0],
                requires: .encrypted)
        }
    }
}
