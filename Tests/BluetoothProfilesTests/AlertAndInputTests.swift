import BluetoothProfiles
import Testing

@Suite("Values of alerts, human interface devices, automation and serial ports")
struct AlertAndInputTests {
    @Test("Alert levels are 0, 1 and 2")
    func levels() {
        for (code, level) in AlertLevel.allCases.enumerated() { ValueRow.check([UInt8(code)], level) }
        #expect(throws: DecodeError.self) { try AlertLevel(bytes: [3]) }
    }

    @Test("Alerts have a category, a count and a text of at most 18 bytes")
    func alerts() throws {
        ValueRow.check(
            [1, 2, 0x41, 0x6E, 0x6E, 0x61], AlertNotification.NewAlert(.email, count: 2, text: "Anna"),
            prefixes: [2, 3, 4, 5], hasEnd: false)
        ValueRow.check([3, 255], AlertNotification.UnreadAlertStatus(.call, count: 255))
        ValueRow.check([4, 255], AlertNotification.Command(.notifyNewAlertsNow, .all))
        let long = AlertNotification.NewAlert(.news, text: "Sturm über Thürin")
        #expect(long.text == "Sturm über Thüri")
        #expect(throws: DecodeError.self) {
            try AlertNotification.NewAlert(bytes: [0, 1] + [UInt8](repeating: 0x41, count: 19))
        }
    }

    @Test("A set of categories has one or two bytes")
    func categories() throws {
        let set = AlertNotification.Categories([.email, .instantMessage])
        #expect(set.bytes == [0x02, 0x02])
        #expect(try AlertNotification.Categories(bytes: [0x02]) == AlertNotification.Categories([.email]))
        #expect(try AlertNotification.Categories(bytes: [0x02, 0x02, 0x55]) == set)
        #expect(throws: DecodeError.self) { try AlertNotification.Categories(bytes: []) }
        #expect(set.categories == [.email, .instantMessage])
        #expect(set.contains(.email) && !set.contains(.call) && !set.contains(.all))
        #expect(!set.contains(AlertNotification.Category(rawValue: 17)))
    }

    @Test("A phone's alerts are bits, and its ringer has two settings and three commands")
    func ringers() throws {
        typealias Phone = PhoneAlertStatus
        ValueRow.check([5], [.ringer, .display] as Phone.AlertStatus)
        ValueRow.check([2], Phone.AlertStatus.vibrate)
        for (code, setting) in Phone.RingerSetting.allCases.enumerated() {
            ValueRow.check([UInt8(code)], setting)
        }
        let commands: [Phone.RingerCommand] = [.silentMode, .muteOnce, .cancelSilentMode]
        for (code, command) in commands.enumerated() { ValueRow.check([UInt8(code + 1)], command) }
        #expect(throws: DecodeError.self) { try Phone.RingerSetting(bytes: [2]) }
    }

    @Test("Reports of keyboards and mice have the form of boot reports")
    func reports() throws {
        typealias HID = HumanInterfaceDevice
        ValueRow.check(
            [0x02, 0, 0x04, 0x05, 0, 0, 0, 0], HID.KeyboardReport(modifiers: .leftShift, keys: [4, 5]))
        #expect(HID.KeyboardReport(keys: [1, 2, 3, 4, 5, 6, 7]).keys == [1, 2, 3, 4, 5, 6])
        #expect(HID.KeyboardReport(keys: [0, 4, 0, 0]).bytes == [0, 0, 0, 4, 0, 0, 0, 0])
        ValueRow.check(
            [1, 0xFF, 2, 9], HID.MouseReport(buttons: 1, x: -1, y: 2, extra: [9]), prefixes: [3],
            hasEnd: false)
        ValueRow.check([0x11, 0x01, 0, 3], HID.Information(flags: [.remoteWake, .normallyConnectable]))
        ValueRow.check([1, 2], HID.ReportReference(identifier: 1, type: .output))
        #expect(try HID.KeyboardLights(bytes: [0xE2]) == .capsLock)
        #expect(throws: DecodeError.self) { try HID.ReportReference(bytes: [0, 0]) }
        #expect(throws: DecodeError.self) { try HID.ProtocolMode(bytes: [2]) }
    }

    @Test("Digitals have two bits each, four in a byte")
    func digitals() throws {
        ValueRow.check(
            [0xE4, 0x01],
            AutomationIO.Digitals([.inactive, .active, .tristate, .unknown, .active]), prefixes: [1],
            hasEnd: false)
        #expect(AutomationIO.Digitals([]).states.isEmpty)
        #expect(throws: DecodeError.self) { try AutomationIO.Digitals(bytes: []) }
        let aggregate = AutomationIO.Aggregate(
            digitals: [[.active], [.inactive, .active]], analogs: [0x1234])
        #expect(aggregate.bytes == [0x01, 0x04, 0x34, 0x12])
        #expect(try AutomationIO.Aggregate(bytes: aggregate.bytes, digitalCounts: [1, 2]) == aggregate)
        #expect(throws: DecodeError.self) {
            try AutomationIO.Aggregate(bytes: [1, 4, 0x34], digitalCounts: [1, 2])
        }
        #expect(throws: DecodeError.self) { try AutomationIO.Aggregate(bytes: [1], digitalCounts: [4, 4]) }
    }

    @Test("Triggers of inputs have the operands of their conditions")
    func triggers() {
        let values: [(AutomationIO.ValueTrigger, [UInt8])] = [
            (.changed, [0]), (.crossed(256), [1, 0, 1]), (.onBoundary(2), [2, 2, 0]),
            (.changedByMore(than: 3), [3, 3, 0]), (.crossedInterval(1, 2), [5, 1, 0, 2, 0]),
            (.onInterval(1, 2), [6, 1, 0, 2, 0]), (.inactive, [7]),
        ]
        for (value, bytes) in values { ValueRow.check(bytes, value) }
        ValueRow.check([4, 0x05], AutomationIO.ValueTrigger.masked([.active, .active]), hasEnd: false)
        let times: [(AutomationIO.TimeTrigger, [UInt8])] = [
            (.inactive, [0]), (.every(seconds: 5), [1, 5, 0, 0]), (.atMostEvery(seconds: 5), [2, 5, 0, 0]),
            (.changed(times: 5), [3, 5, 0]),
        ]
        for (value, bytes) in times { ValueRow.check(bytes, value) }
        #expect(throws: DecodeError.self) { try AutomationIO.ValueTrigger(bytes: [8]) }
        #expect(throws: DecodeError.self) { try AutomationIO.TimeTrigger(bytes: [4]) }
    }

    @Test("A presentation format has 7 bytes")
    func presentationFormat() {
        ValueRow.check(
            [0x06, 0xFD, 0x28, 0x27, 1, 0, 0], PresentationFormat(.uint16, exponent: -3, unit: "2728"))
    }

    @Test("Random bytes never trap")
    func random() {
        ValueRow.checkRandom(AlertNotification.NewAlert.self)
        ValueRow.checkRandom(AlertNotification.Categories.self, upTo: 4)
        ValueRow.checkRandom(AlertNotification.Command.self, upTo: 2)
        ValueRow.checkRandom(AutomationIO.Digitals.self)
        ValueRow.checkRandom(AutomationIO.ValueTrigger.self, upTo: 6)
        ValueRow.checkRandom(AutomationIO.TimeTrigger.self, upTo: 5)
        ValueRow.checkRandom(HumanInterfaceDevice.KeyboardReport.self, upTo: 8)
        ValueRow.checkRandom(HumanInterfaceDevice.MouseReport.self)
        ValueRow.checkRandom(HumanInterfaceDevice.KeyboardLights.self, upTo: 1)
        ValueRow.checkRandom(HumanInterfaceDevice.Information.self, upTo: 4)
    }

    @Test("Services have the UUIDs of the assigned numbers")
    func services() {
        let services: [BluetoothUUID] = [
            GenericAccess.service, ImmediateAlert.service, LinkLoss.service, TxPower.service,
            CurrentTime.service, ReferenceTimeUpdate.service, NextDSTChange.service,
            DeviceInformation.service,
            Battery.service, AlertNotification.service, HumanInterfaceDevice.service, AutomationIO.service,
            EnvironmentalSensing.service,
        ]
        #expect(
            services.map(\.short) == [
                0x1800, 0x1802, 0x1803, 0x1804, 0x1805, 0x1806, 0x1807, 0x180A, 0x180F, 0x1811, 0x1812,
                0x1815, 0x181A,
            ])
        #expect(!NordicUART.serial.request.uuid.isMalformed && !NordicUART.serial.response.uuid.isMalformed)
        #expect(!LEDButton.led.uuid.isMalformed && !LEDButton.button.uuid.isMalformed)
    }
}
