import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import Foundation

/// A ready-made mock peripheral with an LED and a button, like Nordic's Blinky sample. Its button changes every 2 s while
/// an app is subscribed to it.
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
    private let firmware: BlinkyFirmware

    /// Creates a peripheral that is very near and advertises its name and the service every 2 s, at first after 5 s; its
    /// connection interval is 20 ms.
    public init(name: String = "Nordic_Blinky") {
        let button = CBMCharacteristicMock(
            type: Self.button, properties: [.notify, .read],
            descriptors: CBMClientCharacteristicConfigurationDescriptorMock())
        let led = CBMCharacteristicMock(type: Self.led, properties: [.write, .read])
        firmware = BlinkyFirmware(button, led)
        spec = CBMPeripheralSpec.simulatePeripheral(proximity: .immediate)
            .advertising(
                advertisementData: [
                    CBMAdvertisementDataLocalNameKey: name,
                    CBMAdvertisementDataServiceUUIDsKey: [Self.service],
                    CBMAdvertisementDataIsConnectable: true as NSNumber,
                ], withInterval: 2, delay: 5
            )
            .connectable(
                name: name,
                services: [CBMServiceMock(type: Self.service, primary: true, characteristics: button, led)],
                delegate: firmware, connectionInterval: 0.020
            )
            .build()
    }

    /// Whether the LED is on; a restart turns it off.
    public var isLEDOn: Bool { firmware.isLEDOn }
    /// Whether the button is pressed.
    public var isButtonPressed: Bool { firmware.isPressed }

    /// Presses the button.
    public func press() { firmware.setPressed(true, at: spec) }
    /// Releases the button.
    public func release() { firmware.setPressed(false, at: spec) }
}

/// The LED and the button of a `Blinky`.
private final class BlinkyFirmware: CBMPeripheralSpecDelegate, Sendable {
    private struct State {
        var isLEDOn = false
        var isPressed = false
        /// How often the button has begun to change by itself; the number distinguishes this time from earlier ones.
        var play = 0
    }

    private let state = Lock(State())
    private nonisolated(unsafe) let button: CBMCharacteristicMock
    private nonisolated(unsafe) let led: CBMCharacteristicMock

    init(_ button: CBMCharacteristicMock, _ led: CBMCharacteristicMock) {
        (self.button, self.led) = (button, led)
    }

    var isLEDOn: Bool { state.withLock { $0.isLEDOn } }
    var isPressed: Bool { state.withLock { $0.isPressed } }

    func setPressed(_ isPressed: Bool, at spec: CBMPeripheralSpec) {
        state.withLock { $0.isPressed = isPressed }
        spec.simulateValueUpdate(Data([isPressed ? 1 : 0]), for: button)
    }

    // MARK: The button that changes by itself

    private static let beat = Nanoseconds.seconds(2)

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didUpdateNotificationStateFor characteristic: CBMCharacteristicMock,
        error: Error?
    ) {
        let play = state.withLock { state in
            state.play += 1
            return state.play
        }
        goOn(play, peripheral)
    }

    /// Changes the button after a beat, and again, while an app is subscribed.
    private func goOn(_ play: Int, _ spec: CBMPeripheralSpec) {
        MockPhone.current.later(Self.beat) { [weak self] in
            guard let self else { return }
            let (isPressed, present) = state.withLock { ($0.isPressed, $0.play) }
            // Asked each time, because nobody tells a peripheral that the phone was switched off.
            guard present == play, button.isNotifying else { return }
            setPressed(!isPressed, at: spec)
            goOn(play, spec)
        }
    }

    // MARK: Requests

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
