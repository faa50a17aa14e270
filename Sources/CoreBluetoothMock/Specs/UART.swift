import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// A ready-made mock peripheral with the Nordic UART Service: it receives bytes at one characteristic and sends bytes
/// from the other.
///
/// ```swift
/// let uart = UART(name: "Sensor")
/// uart.onReceive = { data in uart.send(data) }  // an echo
/// CBMCentralManagerMock.simulatePeripherals([uart.spec])
/// ```
///
/// May be used from any thread; `onReceive` is called on the thread on which the write arrives.
public final class UART: Sendable {
    /// The type of the service.
    public static var service: CBMUUID { CBMUUID(string: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E") }
    /// The type of the characteristic to which apps write.
    public static var receiver: CBMUUID { CBMUUID(string: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E") }
    /// The type of the characteristic to which apps subscribe.
    public static var transmitter: CBMUUID { CBMUUID(string: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E") }

    /// The peripheral, for `CBMCentralManagerMock.simulatePeripherals(_:)`.
    public let spec: CBMPeripheralSpec
    private let firmware: Firmware

    /// Creates a peripheral that advertises its name and the service every 250 ms.
    ///
    /// - Parameters:
    ///   - name: Its name; at most 8 bytes of UTF-8 fit into the advertisement beside the service.
    ///   - identifier: The identifier under which phones know it.
    ///   - proximity: Its initial proximity.
    ///   - connectionInterval: Seconds that most answers take.
    ///   - mtu: The largest ATT MTU that it supports, 23...517.
    public init(
        name: String = "UART", identifier: UUID = UUID(), proximity: CBMProximity = .near,
        connectionInterval: TimeInterval = 0.045, mtu: Int = 247
    ) {
        let transmitter = CBMCharacteristicMock(
            type: Self.transmitter, properties: .notify,
            descriptors: CBMClientCharacteristicConfigurationDescriptorMock())
        let receiver = CBMCharacteristicMock(
            type: Self.receiver, properties: [.write, .writeWithoutResponse])
        let firmware = Firmware(transmitter)
        self.firmware = firmware
        spec = CBMPeripheralSpec.simulatePeripheral(identifier: identifier, proximity: proximity)
            .advertising(
                advertisementData: [
                    CBMAdvertisementDataLocalNameKey: name,
                    CBMAdvertisementDataServiceUUIDsKey: [Self.service],
                    CBMAdvertisementDataIsConnectable: true as NSNumber,
                ], withInterval: 0.250
            )
            .connectable(
                name: name,
                services: [
                    CBMServiceMock(type: Self.service, primary: true, characteristics: receiver, transmitter)
                ],
                delegate: firmware, connectionInterval: connectionInterval, mtu: mtu
            )
            .build()
    }

    /// The values that apps have written since the last restart, one entry for each write.
    public var received: [Data] { firmware.state.withLock { $0.received } }

    /// Called with each value that an app writes.
    public var onReceive: ((Data) -> Void)? {
        get { firmware.state.withLock { $0.onReceive } }
        set {
            nonisolated(unsafe) var swapped = newValue
            firmware.state.withLock { swap(&$0.onReceive, &swapped) }
        }
    }

    /// Sends `data` to the apps that have subscribed.
    public func send(_ data: Data) { spec.simulateValueUpdate(data, for: firmware.transmitter) }

    private final class Firmware: CBMPeripheralSpecDelegate, Sendable {
        struct State {
            var received: [Data] = []
            var onReceive: ((Data) -> Void)?
        }

        let state = Lock(State())
        nonisolated(unsafe) let transmitter: CBMCharacteristicMock

        init(_ transmitter: CBMCharacteristicMock) { self.transmitter = transmitter }

        func reset() { state.withLock { $0.received = [] } }

        private func take(_ data: Data) {
            let onReceive = state.withLock { state in
                state.received.append(data)
                return state.onReceive
            }
            onReceive?(data)
        }

        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
            data: Data
        ) -> Result<Void, Error> {
            take(data)
            return .success(())
        }

        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
            data: Data
        ) {
            take(data)
        }
    }
}
