import BluetoothHost
import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A keyboard: HID over GATT, with Battery and Device Information services.
    ///
    /// It types `text` when a host subscribes to its reports for the first time, and `Device.type(_:every:)` types more.
    /// In boot mode it sends boot reports instead.
    ///
    /// Hosts such as iOS don't show the HID service to apps (behaviour 4.18).
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - text: What it types by itself: characters of a US keyboard, and new lines and tabs.
    ///   - battery: The battery level, 0…100 %.
    ///   - level: The security that the HID service needs; the profile asks for `.encrypted`.
    ///   - onLights: Called when the host switches the keyboard's lights.
    public static func keyboard(
        name: String = "Keyboard", typing text: String = "", battery: UInt8 = 100,
        requires level: Host.SecurityLevel = .none,
        onLights: @escaping @Sendable (HumanInterfaceDevice.KeyboardLights) -> Void = { _ in }
    ) -> DeviceDefinition {
        let pending = Lock(text)
        return DeviceDefinition(name: name, appearance: Appearance.keyboard.rawValue) {
            DeviceAdvertising(services: [HumanInterfaceDevice.service])
            hid(requires: level, onLights)
            DeviceService(Battery.service) {
                DeviceCharacteristic(Battery.level, [.read, .notify], value: battery)
            }
            DeviceService(DeviceInformation.service) {
                DeviceCharacteristic(DeviceInformation.manufacturerName, .read, value: "Faraday")
                DeviceCharacteristic(
                    DeviceInformation.pnpID, .read,
                    value: .init(vendorSource: .bluetooth, vendor: 0xFFFF, product: 1, version: 0x0100))
            }
            DeviceBehaviour.onEvent { device, event in
                guard case .subscribed(let uuid, _) = event,
                    uuid == HumanInterfaceDevice.report.uuid
                        || uuid == HumanInterfaceDevice.bootKeyboardInputReport.uuid
                else { return }
                let text = pending.withLock { text in
                    defer { text = "" }
                    return text
                }
                device.type(text)
            }
        }
    }

    private static func hid(
        requires level: Host.SecurityLevel,
        _ onLights: @escaping @Sendable (HumanInterfaceDevice.KeyboardLights) -> Void
    ) -> DeviceService {
        let outputs: GATT.Properties = [.read, .write, .writeWithoutResponse]
        func reference(_ type: HumanInterfaceDevice.ReportType) -> GATT.DescriptorDefinition {
            .stored(
                HumanInterfaceDevice.ReportReference.descriptor,
                HumanInterfaceDevice.ReportReference(identifier: 1, type: type).bytes)
        }
        let noKeys = HumanInterfaceDevice.KeyboardReport()
        let lights = HumanInterfaceDevice.bootKeyboardOutputReport
        return DeviceService(HumanInterfaceDevice.service) {
            DeviceCharacteristic(
                HumanInterfaceDevice.information, .read,
                value: .init(flags: [.remoteWake, .normallyConnectable]), requires: level)
            DeviceCharacteristic(
                HumanInterfaceDevice.reportMap, .read, value: KeyboardLayout.reportMap, requires: level)
            // With a handler the mode is kept here, where `Device.type` reads it.
            DeviceCharacteristic(
                HumanInterfaceDevice.protocolMode, [.read, .writeWithoutResponse], value: .report,
                requires: level
            )
            .onWrite(HumanInterfaceDevice.protocolMode) { _, _ in }
            DeviceCharacteristic(
                HumanInterfaceDevice.report, [.read, .notify], value: noKeys.bytes, requires: level,
                descriptors: [reference(.input)])
            DeviceCharacteristic(
                HumanInterfaceDevice.report, outputs, value: [0], requires: level,
                descriptors: [reference(.output)]
            )
            .onWrite { write in onLights(try write.value(of: lights)) }
            DeviceCharacteristic(
                HumanInterfaceDevice.bootKeyboardInputReport, [.read, .notify], value: noKeys, requires: level
            )
            DeviceCharacteristic(lights, outputs, value: [], requires: level)
                .onWrite(lights) { lights, _ in onLights(lights) }
            DeviceCharacteristic(
                HumanInterfaceDevice.controlPoint, .writeWithoutResponse, requires: level
            )
            .onWrite(HumanInterfaceDevice.controlPoint) { _, _ in }
        }
    }
}

extension Device {
    /// Types a text on a device with a HID service, as a US keyboard does: one report when a key goes down, and one when it
    /// goes up. Characters that such a keyboard does not have are left out.
    ///
    /// - Parameters:
    ///   - text: The text; new lines and tabs are keys too.
    ///   - interval: The time from one report to the next.
    public func type(_ text: String, every interval: Nanoseconds = .milliseconds(10)) {
        let presses = text.compactMap(KeyboardLayout.report)
        for (place, report) in presses.flatMap({ [$0, .init()] }).enumerated() {
            world.after(interval * place) { send(report) }
        }
    }

    private func send(_ report: HumanInterfaceDevice.KeyboardReport) {
        let place: (Int, Int)? = perform { node, _ in
            guard
                let service = node.definition.services.firstIndex(where: {
                    $0.uuid == HumanInterfaceDevice.service
                })
            else { return nil }
            let mode = node.characteristics.first {
                Int($0.service) == service
                    && node.definition.services[service].characteristics[Int($0.index)].uuid
                        == HumanInterfaceDevice.protocolMode.uuid
            }
            let isBoot = mode?.value == HumanInterfaceDevice.ProtocolMode.boot.bytes
            let uuid =
                isBoot
                ? HumanInterfaceDevice.bootKeyboardInputReport.uuid : HumanInterfaceDevice.report.uuid
            let index = node.definition.services[service].characteristics.firstIndex {
                $0.uuid == uuid && $0.properties.contains(.notify)
            }
            return index.map { (service, $0) }
        }
        if let place { update(service: place.0, characteristic: place.1, report.bytes) }
    }
}

/// The keys of a US keyboard.
enum KeyboardLayout {
    /// The report of the key for a character.
    static func report(_ character: Character) -> HumanInterfaceDevice.KeyboardReport? {
        if let key = plain[character] { return .init(keys: [key]) }
        if let key = shifted[character] { return .init(modifiers: .leftShift, keys: [key]) }
        return nil
    }

    // USB HID Usage Tables, Keyboard/Keypad Page (07).
    private static let plain = keys("abcdefghijklmnopqrstuvwxyz1234567890\n\u{1B}\u{8}\t -=[]\\")
        .merging(keys(";'`,./", from: 0x33)) { old, _ in old }
    private static let shifted = keys("ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()")
        .merging(keys("_+{}|", from: 0x2D)) { old, _ in old }
        .merging(keys(":\"~<>?", from: 0x33)) { old, _ in old }

    private static func keys(_ characters: String, from first: UInt8 = 0x04) -> [Character: UInt8] {
        Dictionary(uniqueKeysWithValues: characters.enumerated().map { ($1, first + UInt8($0)) })
    }

    /// A keyboard with one report (identifier 1) of eight modifiers and six keys, and five lights (USB HID 1.11, E.6).
    static let reportMap: [UInt8] = [
        // A keyboard, and report 1.
        0x05, 0x01, 0x09, 0x06, 0xA1, 0x01, 0x85, 0x01,
        // Eight modifiers, and a reserved byte.
        0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02,
        0x95, 0x01, 0x75, 0x08, 0x81, 0x01,
        // Five lights, and three bits that fill the byte.
        0x95, 0x05, 0x75, 0x01, 0x05, 0x08, 0x19, 0x01, 0x29, 0x05, 0x91, 0x02,
        0x95, 0x01, 0x75, 0x03, 0x91, 0x01,
        // Six keys.
        0x95, 0x06, 0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81, 0x00,
        0xC0,
    ]
}
