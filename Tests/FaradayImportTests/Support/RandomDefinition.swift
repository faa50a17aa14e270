import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import RandomCases

/// Devices from a seed: services, characteristics, values, advertising.
enum RandomDefinition {
    static func device(seed: UInt64, name: String) -> DeviceDefinition {
        var numbers = SeededNumbers(seed: seed)
        let mtu: [UInt16] = [23, 64, 185, 247]
        var definition = DeviceDefinition(
            name: name, appearance: UInt16(numbers.below(0x400)), preferredMTU: mtu[numbers.below(4)],
            hasServiceChanged: numbers.below(3) > 0)
        definition.advertising = [advertising(&numbers, name)]
        for index in 0..<(1 + numbers.below(4)) {
            var service = DeviceService(uuid(&numbers, UInt16(0xA000 + index * 0x100)))
            if index > 0, numbers.below(3) == 0 {
                service.includedServices = [definition.services[numbers.below(index)].uuid]
            }
            for place in 0..<numbers.below(6) {
                service.characteristics.append(
                    characteristic(&numbers, UInt16(0xA001 + index * 0x100 + place)))
            }
            definition.services.append(service)
        }
        return definition
    }

    private static func uuid(_ numbers: inout SeededNumbers, _ short: UInt16) -> BluetoothUUID {
        numbers.below(2) == 0
            ? BluetoothUUID(short) : BluetoothUUID(high: numbers.next(), low: numbers.next())
    }

    private static func characteristic(_ numbers: inout SeededNumbers, _ short: UInt16)
        -> DeviceCharacteristic
    {
        let all: [GATT.Properties] = [.read, .write, .writeWithoutResponse, .notify, .indicate]
        var properties: GATT.Properties = numbers.below(4) > 0 ? .read : []
        for property in all where numbers.below(3) == 0 { properties.insert(property) }
        if properties.isEmpty { properties = .read }
        let length = numbers.below(8) == 0 ? numbers.below(500) : numbers.below(40)
        var descriptors: [GATT.DescriptorDefinition] = []
        if numbers.below(3) == 0 { descriptors.append(.userDescription("text \(numbers.below(1000))")) }
        if numbers.below(4) == 0 { descriptors.append(.stored("2904", numbers.bytes(7))) }
        return DeviceCharacteristic(
            uuid(&numbers, short), properties, value: numbers.bytes(length), descriptors: descriptors)
    }

    private static func advertising(_ numbers: inout SeededNumbers, _ name: String) -> DeviceAdvertising {
        let data: [AdvertisingData.Structure] = [
            .flags([.generalDiscoverable, .brEDRNotSupported]), .completeLocalName(name),
        ]
        let response: [AdvertisingData.Structure] =
            numbers.below(2) == 0
            ? [] : [.manufacturerSpecificData(company: UInt16(numbers.below(0x800)), data: numbers.bytes(9))]
        return DeviceAdvertising(
            data: AdvertisingData(data), scanResponse: AdvertisingData(response),
            interval: .microseconds(625 * (64 + numbers.below(400))))
    }
}
