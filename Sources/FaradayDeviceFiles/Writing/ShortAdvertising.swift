import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// What an advertising set is made of in its short form.
struct ShortAdvertising {
    var name: String?
    var services: [BluetoothUUID] = []
    var manufacturerData: [UInt8]?

    /// Whether it says nothing: then the flags alone say more.
    var isBare: Bool { name == "" && services.isEmpty && manufacturerData == nil }
}

extension DeviceAdvertising {
    /// Name, services and manufacturer data, if a set made of them is this one.
    var shortForm: ShortAdvertising? {
        var short = ShortAdvertising(name: addsName ? nil : "")
        for structure in data.structures + scanResponse.structures {
            switch structure {
            case .completeServiceUUIDs(_, let uuids): short.services += uuids
            case .completeLocalName(let text): short.name = text
            case .manufacturerSpecificData(let company, let data):
                short.manufacturerData = [UInt8(company & 0xFF), UInt8(company >> 8)] + data
            default: break
            }
        }
        var made = DeviceAdvertising(
            kind, name: short.name, services: short.services, manufacturerData: short.manufacturerData,
            interval: interval, continuesWhileConnected: continuesWhileConnected)
        (made.usesExtendedPDUs, made.auxiliaryPHY) = (usesExtendedPDUs, auxiliaryPHY)
        (made.isOneShot, made.delay) = (isOneShot, delay)
        return made == self && !short.isBare ? short : nil
    }
}
