import BluetoothTypes
import FaradaySimulation

/// The ways in which the bench can advertise.
package enum BenchAdvertising: UInt8, Hashable, Sendable, CaseIterable {
    /// Its service and Battery, with the name in the scan response.
    case usual = 0
    /// Its service, and two blocks of manufacturer data; the second one is empty.
    case manufacturerData = 1
    /// Its service, and a name that is not its own.
    case otherName = 2
    /// As usual, but nobody can connect.
    case unconnectable = 3
    /// As usual, also while somebody is linked to it.
    case whileConnected = 4
    /// As usual, once a second.
    case slow = 5

    /// The name of `otherName`.
    package static let nameOnAir = "On air"

    var set: DeviceAdvertising {
        let services: [BluetoothUUID] = [BenchID.service, "180F"]
        return switch self {
        case .usual: DeviceAdvertising(services: services)
        case .manufacturerData:
            DeviceAdvertising(
                data: AdvertisingData([
                    .flags([.generalDiscoverable, .brEDRNotSupported]),
                    .completeServiceUUIDs(.bits128, [BenchID.service]),
                    .manufacturerSpecificData(company: 0xFFFF, data: [0x5B, 0x01]),
                    .manufacturerSpecificData(company: 0xFFFE, data: []),
                ]))
        case .otherName: DeviceAdvertising(name: Self.nameOnAir, services: [BenchID.service])
        case .unconnectable: DeviceAdvertising(.scannable, services: services)
        case .whileConnected: DeviceAdvertising(services: services, continuesWhileConnected: true)
        case .slow: DeviceAdvertising(services: services, interval: .seconds(1))
        }
    }
}
