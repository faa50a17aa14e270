import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import CoreBluetoothModel
import Testing

@testable import FaradaySimulation

@Suite("Boards, serial ports and keyboards")
struct BoardTests {
    @Test("Blinky and the battery are typed, and have the bytes they had")
    func typedDevices() throws {
        let world = World()
        let board = world.add(.blinky())
        let app = try LinkedApp(in: world, to: board)
        #expect(app.central.advertisedServices(of: "Blinky") == [Blinky.service])
        #expect(try app.read(app.place(of: LEDButton.led)) == .success([0]))
        #expect(try app.write(true, to: LEDButton.led) == nil)
        #expect(try app.value(of: LEDButton.led))
        try app.subscribe(to: app.place(of: LEDButton.button))
        let presses = try app.values(of: LEDButton.button) {
            board.update(LEDButton.button, true)
            board.update(Blinky.button, [0])
            try world.run(for: .seconds(1))
        }
        #expect(presses == [true, false])
        let battery = try LinkedApp(in: world, to: world.add(.battery(level: 42)))
        #expect(try battery.value(of: Battery.level) == 42)
    }

    @Test("A serial port sends back what it receives, in values of 20 bytes")
    func echo() throws {
        let world = World()
        let device = world.add(.uart())
        let app = try LinkedApp(in: world, to: device)
        #expect(app.central.advertisedServices(of: "UART") == [NordicUART.service])
        try app.subscribe(to: app.place(of: NordicUART.tx))
        let long = (0..<45).map { UInt8($0) }
        let received = try app.values(of: NordicUART.tx) {
            #expect(try app.write(long, to: NordicUART.rx) == nil)
            try app.send([7], to: NordicUART.rx)
            device.update(NordicUART.tx, [9])
            try world.run(for: .seconds(1))
        }
        #expect(received.map(\.count) == [20, 20, 5, 1, 1])
        #expect(received.flatMap { $0 } == long + [7, 9])
    }

    @Test("A serial port answers what its handler says")
    func answers() throws {
        let world = World()
        let modem = world.add(
            .uart(name: "modem") { _, bytes in bytes == Array("AT".utf8) ? Array("OK".utf8) : nil })
        let app = try LinkedApp(in: world, to: modem)
        try app.subscribe(to: app.place(of: NordicUART.tx))
        let received = try app.values(of: NordicUART.tx) {
            #expect(try app.write(Array("AT".utf8), to: NordicUART.rx) == nil)
            #expect(try app.write(Array("XX".utf8), to: NordicUART.rx) == nil)
            try world.run(for: .seconds(1))
        }
        #expect(received == [Array("OK".utf8)])
    }

    @Test("A board's inputs follow its outputs, and its analog input drifts")
    func automation() throws {
        let world = World()
        let app = try LinkedApp(in: world, to: world.add(.automationIO()))
        #expect(app.central.advertisedServices(of: "IO Board") == ["1815"])
        let outputs = try app.descriptors(of: app.place(of: AutomationIO.digital))
        #expect(try app.read(descriptor: #require(outputs.first { $0.uuid == "2909" })) == [8])
        let analog = try app.descriptors(of: app.place(of: AutomationIO.analog))
        let format = try #require(analog.first { $0.uuid == PresentationFormat.descriptor })
        #expect(try PresentationFormat(bytes: app.read(descriptor: format)).exponent == -3)
        let trigger = try #require(analog.first { $0.uuid == AutomationIO.timeTriggerDescriptor })
        #expect(try AutomationIO.TimeTrigger(bytes: app.read(descriptor: trigger)) == .every(seconds: 1))

        try app.subscribe(to: app.place(of: AutomationIO.digital, 1))
        try app.subscribe(to: app.place(of: AutomationIO.aggregate))
        let aggregates = try app.values(of: AutomationIO.aggregate) {
            let inputs = try app.values(of: AutomationIO.digital, 1) {
                let new: AutomationIO.Digitals = [
                    .active, .inactive, .tristate, .unknown, .active, .active, .active, .active,
                ]
                #expect(try app.write(new, to: AutomationIO.digital) == nil)
                #expect(try app.write(new, to: AutomationIO.digital) == nil)
                #expect(try app.write(bytes: [0], to: AutomationIO.digital) == 0x0D)
                try world.run(for: .seconds(1))
            }
            let expected: AutomationIO.Digitals = [
                .active, .inactive, .unknown, .inactive, .active, .active, .active, .active,
            ]
            #expect(inputs == [expected])
            #expect(try app.value(of: AutomationIO.digital, 1) == expected)
            #expect(try app.value(of: AutomationIO.digital, 0).states[2] == .tristate)
        }
        let aggregate = try AutomationIO.Aggregate(bytes: #require(aggregates.first), digitalCounts: [8])
        #expect(aggregate.digitals[0].states[0] == .active && aggregate.analogs.count == 1)

        try app.subscribe(to: app.place(of: AutomationIO.analog))
        let values = try app.values(of: AutomationIO.analog) { try world.run(for: .minutes(1)) }
        #expect((59...60).contains(values.count) && Set(values).count > 10)
        #expect(values.allSatisfy { $0 <= 3300 })
    }
}

@Suite("Keyboards")
struct KeyboardTests {
    private typealias HID = HumanInterfaceDevice

    /// A keyboard, and a system that shows the HID service to apps.
    private static func host(_ device: Device, in world: World) throws -> LinkedApp {
        var system = OSProfile.iOS(18)
        system.hiddenServices = []
        return try LinkedApp(in: world, to: device, system)
    }

    @Test("A keyboard has what HID over GATT asks for")
    func services() throws {
        let world = World()
        let app = try Self.host(world.add(.keyboard(battery: 55)), in: world)
        #expect(app.central.advertisedServices(of: "Keyboard") == ["1812"])
        #expect(try app.value(of: HID.information).version == 0x0111)
        #expect(try app.value(of: HID.protocolMode) == .report)
        #expect(try app.value(of: Battery.level) == 55)
        #expect(try app.value(of: DeviceInformation.pnpID).vendorSource == .bluetooth)
        #expect(try app.value(of: HID.reportMap).last == 0xC0)
        let references = try [0, 1].map { index in
            let found = try app.descriptors(of: app.place(of: HID.report, index))
            return try HID.ReportReference(
                bytes: app.read(descriptor: #require(found.first { $0.uuid == "2908" })))
        }
        #expect(references.map(\.type) == [.input, .output])
        #expect(references.map(\.identifier) == [1, 1])
    }

    @Test("A keyboard types: each key goes down and up")
    func typing() throws {
        let world = World()
        let keyboard = world.add(.keyboard(typing: "Hi!\n"))
        let app = try Self.host(keyboard, in: world)
        let place = try app.place(of: HID.report)
        let count = app.central.events.count
        try app.subscribe(to: place)
        try world.run(for: .seconds(1))
        let reports = try app.values(of: place, since: count).map { try HID.KeyboardReport(bytes: $0) }
        let none = HID.KeyboardReport()
        #expect(
            reports == [
                .init(modifiers: .leftShift, keys: [0x0B]), none, .init(keys: [0x0C]), none,
                .init(modifiers: .leftShift, keys: [0x1E]), none, .init(keys: [0x28]), none,
            ])
        let more: [[UInt8]] = try app.values(of: HID.report) {
            keyboard.type("a\u{20AC}b")
            try world.run(for: .seconds(1))
        }
        #expect(more.map { $0[2] } == [4, 0, 5, 0])
    }

    @Test("In boot mode a keyboard sends boot reports")
    func bootMode() throws {
        let world = World()
        let keyboard = world.add(.keyboard())
        let app = try Self.host(keyboard, in: world)
        try app.subscribe(to: app.place(of: HID.report))
        try app.subscribe(to: app.place(of: HID.bootKeyboardInputReport))
        func type() throws -> (reports: Int, boot: Int) {
            var boot = 0
            let reports: [[UInt8]] = try app.values(of: HID.report) {
                boot = try app.values(of: HID.bootKeyboardInputReport) {
                    keyboard.type("x")
                    try world.run(for: .seconds(1))
                }.count
            }
            return (reports.count, boot)
        }
        #expect(try type() == (2, 0))
        try app.send(.boot, to: HID.protocolMode)
        #expect(try app.value(of: HID.protocolMode) == .boot)
        #expect(try type() == (0, 2))
        try app.send(.report, to: HID.protocolMode)
        #expect(try type() == (2, 0))
    }

    @Test("The host switches the lights")
    func lights() throws {
        let (world, heard) = (World(), Recorder())
        let app = try Self.host(world.add(.keyboard { heard.add("\($0.rawValue)") }), in: world)
        #expect(try app.write([0x02], to: app.place(of: HID.report, 1)) == nil)
        #expect(try app.write([.numLock, .capsLock], to: HID.bootKeyboardOutputReport) == nil)
        #expect(try app.write([1, 2], to: app.place(of: HID.report, 1)) == .att(code: 0x0D))
        #expect(heard.lines == ["2", "3"])
    }

    @Test("Every printable ASCII character has a key of its own")
    func keys() {
        let printable = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }
        let reports = printable.compactMap(KeyboardLayout.report)
        #expect(reports.count == 95)
        #expect(Set(reports).count == 95)
        #expect(KeyboardLayout.report("z")?.keys == [0x1D])
        #expect(KeyboardLayout.report("0")?.keys == [0x27])
        #expect(KeyboardLayout.report("/")?.keys == [0x38])
        #expect(KeyboardLayout.report("_") == .init(modifiers: .leftShift, keys: [0x2D]))
        #expect(KeyboardLayout.report("`")?.keys == [0x35])
        #expect(KeyboardLayout.report("\\")?.keys == [0x31])
    }
}
