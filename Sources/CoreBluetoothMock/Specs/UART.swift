import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// A ready-made mock peripheral with the Nordic UART Service: it receives bytes at one characteristic and sends bytes
/// from the other. It is its own spec delegate.
///
/// It answers each value with the number of the value and its text: the first "Hello" with "Received message #1:", a
/// line break and "Hello". With `onReceive` a test answers instead.
///
/// ```swift
/// let uart = UART(name: "Sensor")
/// uart.onReceive = { data in uart.send(data) }  // an echo
/// CBMCentralManagerMock.simulatePeripherals([uart.spec])
/// ```
///
/// May be used from any thread; `onReceive` is called on the thread on which the write arrives.
public final class UART: CBMPeripheralSpecDelegate, Sendable {
    /// The type of the service.
    public static var service: CBMUUID { CBMUUID(string: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E") }
    /// The type of the characteristic to which apps write.
    public static var receiver: CBMUUID { CBMUUID(string: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E") }
    /// The type of the characteristic to which apps subscribe.
    public static var transmitter: CBMUUID { CBMUUID(string: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E") }

    private struct State {
        var received: [Data] = []
        var onReceive: ((Data) -> Void)?
    }

    /// The name that it advertises, and that phones read from it.
    public let name: String
    /// The peripheral, for `CBMCentralManagerMock.simulatePeripherals(_:)`.
    public let spec: CBMPeripheralSpec
    private nonisolated(unsafe) let definition: CBMCharacteristicMock
    private let state = Lock(State())

    /// Creates a peripheral that is far away and advertises its name and the service every 2 s, at first after 5 s; its
    /// connection interval is 20 ms.
    public init(name: String = "Nordic_UART") {
        let definition = CBMCharacteristicMock(
            type: Self.transmitter, properties: .notify,
            descriptors: CBMClientCharacteristicConfigurationDescriptorMock())
        let receiver = CBMCharacteristicMock(
            type: Self.receiver, properties: [.write, .writeWithoutResponse])
        self.name = name
        self.definition = definition
        spec = CBMPeripheralSpec.simulatePeripheral(proximity: .far)
            .advertising(
                advertisementData: [
                    CBMAdvertisementDataLocalNameKey: name,
                    CBMAdvertisementDataServiceUUIDsKey: [Self.service],
                    CBMAdvertisementDataIsConnectable: true as NSNumber,
                ], withInterval: 2, delay: 5
            )
            .connectable(
                name: name,
                services: [
                    CBMServiceMock(type: Self.service, primary: true, characteristics: receiver, definition)
                ],
                delegate: nil, connectionInterval: 0.020, mtu: 247
            )
            .build()
        // The spec and this object retain each other: either may be all that a test keeps.
        spec.base.withLock { $0.connectionDelegate = self }
    }

    /// The values that apps have written since the last restart, one entry for each write.
    public var received: [Data] { state.withLock { $0.received } }

    /// Called with each value that an app writes; while it is set, nothing is answered.
    public var onReceive: ((Data) -> Void)? {
        get { state.withLock { $0.onReceive } }
        set {
            nonisolated(unsafe) var swapped = newValue
            state.withLock { swap(&$0.onReceive, &swapped) }
        }
    }

    /// Sends `data` to the apps that have subscribed.
    public func send(_ data: Data) { spec.simulateValueUpdate(data, for: definition) }

    // MARK: The spec delegate

    /// Forgets what was received.
    public func reset() { state.withLock { $0.received = [] } }

    /// Takes a value that an app writes with response.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        take(data)
        return .success(())
    }

    /// Takes a value that an app writes without response.
    public func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data
    ) {
        take(data)
    }

    private func take(_ data: Data) {
        let (number, onReceive) = state.withLock { state in
            state.received.append(data)
            return (state.received.count, state.onReceive)
        }
        if let onReceive { return onReceive(data) }
        send(Data("Received message #\(number):\n".utf8) + data)
    }
}
