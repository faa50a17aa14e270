import Foundation

/// A blinky: its LED, its button, and the state of its connection.
///
/// Posts the notifications of `Notification.Name` for changes, on the main queue.
final class BlinkyPeripheral: NSObject {
    enum State {
        case disconnected
        case connecting
        /// Connected; services and values are being read.
        case preparing
        case ready
    }

    let identifier: UUID
    private(set) var state = State.disconnected
    private(set) var name: String?
    /// The strength of the last advertisement, or as read last, in dBm.
    private(set) var rssi: Int?
    /// `nil` until read.
    private(set) var isLEDOn: Bool?
    /// `nil` until read.
    private(set) var isButtonPressed: Bool?
    /// The text on the display, once written.
    private(set) var label: String?
    /// The last error, until the blinky is ready again.
    private(set) var lastError: Error?

    /// Whether the app wants the link.
    var isWanted = false
    var peripheral: CBPeripheral

    private var led: CBCharacteristic?
    private var button: CBCharacteristic?
    private var display: CBCharacteristic?
    /// The values written to the LED and to the display, until the blinky has answered.
    private var pendingLED: [Bool] = []
    private var pendingLabels: [String] = []

    init(_ peripheral: CBPeripheral) {
        identifier = peripheral.identifier
        name = peripheral.name
        self.peripheral = peripheral
    }

    /// Whether it has a display.
    var hasDisplay: Bool { display != nil }

    // MARK: Asking

    func turnLED(on isOn: Bool) {
        guard let led else { return fail(BlinkyError.unsupported) }
        pendingLED.append(isOn)
        peripheral.writeValue(Data([isOn ? 1 : 0]), for: led, type: .withResponse)
    }

    /// Reads the LED's state.
    func refreshLED() {
        guard let led else { return fail(BlinkyError.unsupported) }
        peripheral.readValue(for: led)
    }

    /// Shows a text of up to 512 bytes on the display.
    func show(_ text: String) {
        guard let display else { return fail(BlinkyError.unsupported) }
        pendingLabels.append(text)
        peripheral.writeValue(Data(text.utf8), for: display, type: .withResponse)
    }

    func refreshRSSI() { peripheral.readRSSI() }

    // MARK: Told by the manager

    func didAdvertise(name: String?, rssi: Int) {
        if let name { self.name = name }
        self.rssi = rssi
    }

    func willConnect() { state = .connecting }

    func didConnect() {
        state = .preparing
        peripheral.delegate = self
        peripheral.discoverServices([LEDButton.service])
    }

    func didDisconnect(_ error: Error?) {
        guard state != .disconnected else { return }
        state = .disconnected
        forgetAttributes()
        lastError = error
        post(.blinkyDidDisconnect)
    }

    // MARK: Inside

    private func forgetAttributes() {
        (led, button, display) = (nil, nil, nil)
        (pendingLED, pendingLabels) = ([], [])
        (isLEDOn, isButtonPressed) = (nil, nil)
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

    private func fail(_ error: Error) {
        lastError = error
        post(.blinkyDidFail)
    }

    /// Becomes ready when both values are known and the button is subscribed.
    private func becomeReadyIfPrepared() {
        guard state == .preparing, isLEDOn != nil, isButtonPressed != nil, button?.isNotifying == true
        else { return }
        state = .ready
        lastError = nil
        post(.blinkyIsReady)
    }
}

extension BlinkyPeripheral: CBPeripheralDelegate {
    func peripheralDidUpdateName(_ peripheral: CBPeripheral) {
        name = peripheral.name
        post(.blinkyNameDidChange)
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        guard invalidatedServices.contains(where: { $0.uuid == LEDButton.service }) else { return }
        forgetAttributes()
        state = .preparing
        peripheral.discoverServices([LEDButton.service])
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        if let error { return fail(error) }
        rssi = RSSI.intValue
        post(.blinkyRSSIDidChange)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        if let error { return fail(error) }
        guard let service = peripheral.services?.first(where: { $0.uuid == LEDButton.service }) else {
            return fail(BlinkyError.unsupported)
        }
        peripheral.discoverCharacteristics([LEDButton.button, LEDButton.led, LEDButton.label], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        if let error { return fail(error) }
        for characteristic in service.characteristics ?? [] {
            switch characteristic.uuid {
            case LEDButton.led: led = characteristic
            case LEDButton.button: button = characteristic
            case LEDButton.label: display = characteristic
            default: break
            }
        }
        guard let led, let button else { return fail(BlinkyError.unsupported) }
        peripheral.readValue(for: led)
        peripheral.readValue(for: button)
        peripheral.setNotifyValue(true, for: button)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        if let error { return fail(error) }
        becomeReadyIfPrepared()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        if let error { return fail(error) }
        let isOn = characteristic.value?.first.map { $0 != 0 }
        switch characteristic.uuid {
        case LEDButton.led:
            isLEDOn = isOn
            post(.blinkyLEDDidChange)
        case LEDButton.button:
            isButtonPressed = isOn
            post(.blinkyButtonDidChange)
        default:
            break
        }
        becomeReadyIfPrepared()
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        switch characteristic.uuid {
        case LEDButton.led where !pendingLED.isEmpty:
            let isOn = pendingLED.removeFirst()
            if let error { return fail(error) }
            isLEDOn = isOn
            post(.blinkyLEDDidChange)
        case LEDButton.label where !pendingLabels.isEmpty:
            let text = pendingLabels.removeFirst()
            if let error { return fail(error) }
            label = text
            post(.blinkyLabelDidChange)
        default:
            break
        }
    }
}
