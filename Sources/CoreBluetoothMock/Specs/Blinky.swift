import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// A ready-made mock peripheral with an LED and a button, like Nordic's Blinky sample.
///
/// ```swift
/// let blinky = Blinky()
/// CBMCentralManagerMock.simulatePeripherals([blinky.spec])
/// blinky.press()  // apps that have subscribed hear of it
/// ```
///
/// May be used from any thread.
public final class Blinky: Sendable {
    /// The type of the service.
    public static var service: CBMUUID { CBMUUID(string: "00001523-1212-EFDE-1523-785FEABCD123") }
    /// The type of the button's characteristic: one byte, 1 while it is pressed.
    public static var button: CBMUUID { CBMUUID(string: "00001524-1212-EFDE-1523-785FEABCD123") }
    /// The type of the LED's characteristic: one byte, 1 while it is on.
    public static var led: CBMUUID { CBMUUID(string: "00001525-1212-EFDE-1523-785FEABCD123") }

    /// The peripheral, for `CBMCentralManagerMock.simulatePeripherals(_:)`.
    public let spec: CBMPeripheralSpec
    private let firmware: Firmware
    private static let name = "nRF Blinky"

    /// Creates a peripheral that advertises its name and the service every 250 ms.
    ///
    /// - Parameters:
    ///   - identifier: The identifier under which phones know it.
    ///   - proximity: Its initial proximity.
    ///   - connectionInterval: Seconds that most answers take.
    public init(
        identifier: UUID = UUID(), proximity: CBMProximity = .near, connectionInterval: TimeInterval = 0.045
    ) {
        let button = CBMCharacteristicMock(
            type: Self.button, properties: [.notify, .read],
            descriptors: CBMClientCharacteristicConfigurationDescriptorMock())
        let led = CBMCharacteristicMock(type: Self.led, properties: [.write, .read])
        let firmware = Firmware(button, led)
        self.firmware = firmware
        spec = CBMPeripheralSpec.simulatePeripheral(identifier: identifier, proximity: proximity)
            .advertising(
                advertisementData: [
                    CBMAdvertisementDataLocalNameKey: Self.name,
                    CBMAdvertisementDataServiceUUIDsKey: [Self.service],
                    CBMAdvertisementDataIsConnectable: true as NSNumber,
                ], withInterval: 0.250
            )
            .connectable(
                name: Self.name,
                services: [CBMServiceMock(type: Self.service, primary: true, characteristics: button, led)],
                delegate: firmware, connectionInterval: connectionInterval
            )
            .build()
    }

    /// Whether the LED is on; a restart turns it off.
    public var isLEDOn: Bool { firmware.state.withLock { $0.isLEDOn } }
    /// Whether the button is pressed.
    public var isButtonPressed: Bool { firmware.state.withLock { $0.isPressed } }

    /// Presses the button.
    public func press() { setPressed(true) }
    /// Releases the button.
    public func release() { setPressed(false) }

    private func setPressed(_ isPressed: Bool) {
        firmware.state.withLock { $0.isPressed = isPressed }
        spec.simulateValueUpdate(Data([isPressed ? 1 : 0]), for: firmware.button)
    }

    private final class Firmware: CBMPeripheralSpecDelegate, Sendable {
        struct State {
            var isLEDOn = false
            var isPressed = false
        }

        let state = Lock(State())
        nonisolated(unsafe) let button: CBMCharacteristicMock
        nonisolated(unsafe) private let led: CBMCharacteristicMock

        init(_ button: CBMCharacteristicMock, _ led: CBMCharacteristicMock) {
            (self.button, self.led) = (button, led)
        }

        func reset() { state.withLock { $0.isLEDOn = false } }

        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
        ) -> Result<Data, Error> {
            let isOn = state.withLock { characteristic == led ? $0.isLEDOn : $0.isPressed }
            return .success(Data([isOn ? 1 : 0]))
        }

        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
            data: Data
        ) -> Result<Void, Error> {
            guard characteristic == led else { return .failure(CBMATTError(.writeNotPermitted)) }
            guard data.count == 1 else { return .failure(CBMATTError(.invalidAttributeValueLength)) }
            state.withLock { $0.isLEDOn = data != Data([0]) }
            return .success(())
        }
    }
}
