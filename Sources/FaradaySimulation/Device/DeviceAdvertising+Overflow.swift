import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

extension DeviceAdvertising {
    /// The overflow area of iOS, in which a background app advertises these services (behaviour 2.31).
    package static func overflowArea(of services: [BluetoothUUID]) -> AdvertisingData.Structure {
        OverflowArea(services).structure
    }

    /// The most bytes that a connectable extended set holds: one packet (Core 6.0, Vol 4, Part E, 7.8.54).
    package static var longestConnectableExtended: Int { AdvertisingSettings.bytesPerAuxiliaryPacket }
}
