import BluetoothTypes

// Where a fault begins: an operation. A parameter that is left out means any.
extension Fault {
    /// An advertisement of `device` that a phone reports to an app.
    public static func scanReport(of device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.scanReport, peripheral: device?.faultNodeName)
    }

    /// A `connect` of an app to `device`.
    public static func connect(to device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.connect, peripheral: device?.faultNodeName)
    }

    /// The exchange of the MTU between a phone and `device`: the system on the phone does it once on each link.
    ///
    /// ```swift
    /// world.inject(.exchangeMTU(with: strap).nth(2).hasMTU(23))  // on the second link values are shorter
    /// ```
    public static func exchangeMTU(with device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.mtuExchange, peripheral: device?.faultNodeName)
    }

    /// A discovery of the services of `device`. What the phone remembers crosses no link and is no discovery.
    public static func discoverServices(of device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.serviceDiscovery, peripheral: device?.faultNodeName)
    }

    /// A discovery of the services that a service includes.
    public static func discoverIncludedServices(
        _ service: BluetoothUUID? = nil, of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(.includedServiceDiscovery, service: service, peripheral: device?.faultNodeName)
    }

    /// A discovery of the characteristics of a service.
    public static func discoverCharacteristics(
        _ service: BluetoothUUID? = nil, of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(.characteristicDiscovery, service: service, peripheral: device?.faultNodeName)
    }

    /// A discovery of the descriptors of a characteristic.
    public static func discoverDescriptors(
        _ characteristic: BluetoothUUID? = nil, service: BluetoothUUID? = nil,
        of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(
            .descriptorDiscovery, service: service, characteristic: characteristic,
            peripheral: device?.faultNodeName)
    }

    /// A read of a characteristic or of its descriptors. Reads that the system does by itself count as well.
    public static func read(
        _ characteristic: BluetoothUUID? = nil, service: BluetoothUUID? = nil,
        of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(
            .read, service: service, characteristic: characteristic, peripheral: device?.faultNodeName)
    }

    /// A write with response.
    public static func write(
        _ characteristic: BluetoothUUID? = nil, service: BluetoothUUID? = nil, value: [UInt8]? = nil,
        of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(
            .write, service: service, characteristic: characteristic, value: value,
            peripheral: device?.faultNodeName)
    }

    /// A write without response.
    public static func writeWithoutResponse(
        _ characteristic: BluetoothUUID? = nil, service: BluetoothUUID? = nil, value: [UInt8]? = nil,
        of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(
            .writeWithoutResponse, service: service, characteristic: characteristic, value: value,
            peripheral: device?.faultNodeName)
    }

    /// A subscription, or its end (`setNotifyValue`).
    public static func subscribe(
        to characteristic: BluetoothUUID? = nil, service: BluetoothUUID? = nil,
        of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(
            .subscription, service: service, characteristic: characteristic,
            peripheral: device?.faultNodeName)
    }

    /// A notification or an indication of a device, or of an app in the peripheral role.
    public static func notification(
        _ characteristic: BluetoothUUID? = nil, service: BluetoothUUID? = nil, value: [UInt8]? = nil,
        of device: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(
            .notification, service: service, characteristic: characteristic, value: value,
            peripheral: device?.faultNodeName)
    }

    /// A measurement of the signal strength (`readRSSI`).
    public static func rssi(of device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.rssi, peripheral: device?.faultNodeName)
    }

    /// One step of a pairing: a packet of the Security Manager that the central sends.
    public static func pairingStep(with device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.pairingStep, peripheral: device?.faultNodeName)
    }

    /// The opening of an L2CAP channel by the central, with either request (Core 6.0, Vol 3, Part A, 4.22 and 4.25).
    public static func openChannel(to device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.channelOpen, peripheral: device?.faultNodeName)
    }

    /// A packet with data of an L2CAP channel, in either direction.
    public static func channelData(of device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.channelData, peripheral: device?.faultNodeName)
    }

    /// The closing of an L2CAP channel, by either side.
    public static func closeChannel(of device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.channelClose, peripheral: device?.faultNodeName)
    }

    /// The start of advertising by an app on `phone`.
    public static func startAdvertising(of phone: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.advertising, peripheral: phone?.faultNodeName)
    }

    /// The publication of a service by an app on `phone`.
    public static func publish(
        _ service: BluetoothUUID? = nil, of phone: (any FaultNode)? = nil
    ) -> FaultPoint {
        FaultPoint(.publishing, service: service, peripheral: phone?.faultNodeName)
    }

    /// A virtual time, whatever happens then. It concerns `device`, or the first device of the world, and the phone of
    /// `on(_:)`, or the first phone.
    public static func at(_ time: Nanoseconds, of device: (any FaultNode)? = nil) -> FaultPoint {
        FaultPoint(.time, peripheral: device?.faultNodeName).after(time)
    }
}
