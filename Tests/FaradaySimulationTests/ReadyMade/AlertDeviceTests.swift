import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("Key fobs and alert notifiers")
struct AlertDeviceTests {
    @Test("A key fob alerts while a central wants it to, and stops when the link ends")
    func immediateAlert() throws {
        let (world, heard) = (World(), Recorder())
        let fob = world.add(.keyfob(txPower: -4) { _, level in heard.add("\(level)") })
        let app = try LinkedApp(in: world, to: fob)
        #expect(app.central.advertisedServices(of: "Keyfob") == ["1802", "1803", "1804"])
        #expect(try app.value(of: TxPower.level) == -4)
        try app.send(.mildAlert, to: ImmediateAlert.alertLevel)
        try app.send(.highAlert, to: ImmediateAlert.alertLevel)
        try app.send(.highAlert, to: ImmediateAlert.alertLevel)
        try app.send(.noAlert, to: ImmediateAlert.alertLevel)
        #expect(heard.lines == ["mildAlert", "highAlert", "noAlert"])
        // A level that does not exist is dropped: a Write Command has no answer.
        let place = try app.place(of: ImmediateAlert.alertLevel)
        _ = app.central.port.send(.writeCharacteristic(app.peer, place, [3], .withoutResponse))
        try app.send(.mildAlert, to: ImmediateAlert.alertLevel)
        _ = app.central.port.send(.cancelConnection(app.peer))
        try world.run(for: .seconds(2))
        #expect(heard.lines.suffix(2) == ["mildAlert", "noAlert"])
    }

    @Test("A key fob alerts when the link is lost, and not when a side ends it")
    func linkLoss() throws {
        let (world, heard) = (World(), Recorder())
        let fob = world.add(.keyfob { _, level in heard.add("\(level)") })
        let app = try LinkedApp(in: world, to: fob)
        #expect(try app.value(of: LinkLoss.alertLevel) == .noAlert)
        #expect(try app.write(bytes: [3], to: LinkLoss.alertLevel) == 0x13)
        #expect(try app.write(.highAlert, to: LinkLoss.alertLevel) == nil)
        #expect(try app.value(of: LinkLoss.alertLevel) == .highAlert)
        fob.move(to: .outOfRange)
        try world.run(for: .seconds(30))
        #expect(heard.lines == ["highAlert"])
        fob.move(to: .meters(1))
        let again = try LinkedApp(in: world, to: fob)
        #expect(heard.lines == ["highAlert", "noAlert"])
        _ = again.central.port.send(.cancelConnection(again.peer))
        try world.run(for: .seconds(5))
        #expect(heard.lines == ["highAlert", "noAlert"])
    }

    @Test("An alert notifier tells the categories that a central has enabled")
    func alerts() throws {
        let (world, inbox) = (World(), AlertInbox())
        let device = world.add(.alertNotifier(inbox))
        let app = try LinkedApp(in: world, to: device)
        #expect(app.central.advertisedServices(of: "Alerts") == ["1811"])
        let categories = try app.value(of: AlertNotification.supportedNewAlertCategories)
        #expect(categories.categories == [.email, .call, .missedCall, .message])
        #expect(try app.value(of: AlertNotification.supportedUnreadAlertCategories) == categories)
        try app.subscribe(to: app.place(of: AlertNotification.newAlert))
        func alerts(_ body: () throws -> Void) throws -> [AlertNotification.NewAlert] {
            try app.values(of: AlertNotification.newAlert) {
                try body()
                try world.run(for: .seconds(1))
            }
        }
        func order(_ code: AlertNotification.Command.Code, _ category: AlertNotification.Category) throws
            -> UInt8?
        {
            try app.write(.init(code, category), to: AlertNotification.controlPoint)
        }
        #expect(try alerts { inbox.raise(.email, text: "Anna", on: device) }.isEmpty)
        #expect(try order(.enableNewAlerts, .email) == nil)
        let second = try alerts {
            inbox.raise(.email, text: "Otto", on: device)
            inbox.raise(.call, text: "Ida", on: device)
        }
        #expect(second == [.init(.email, count: 2, text: "Otto")])
        #expect(try order(.enableNewAlerts, .all) == nil)
        let all = try alerts {
            let error = try order(.notifyNewAlertsNow, .all)
            #expect(error == nil)
        }
        #expect(all.map(\.category) == [.email, .call, .missedCall, .message])
        #expect(all.map(\.count) == [2, 1, 0, 0])
        #expect(try order(.disableNewAlerts, .all) == nil)
        #expect(try alerts { inbox.raise(.email, on: device) }.isEmpty)
    }

    @Test("An alert notifier counts unread alerts")
    func unread() throws {
        let (world, inbox) = (World(), AlertInbox())
        let device = world.add(.alertNotifier(inbox))
        let app = try LinkedApp(in: world, to: device)
        try app.subscribe(to: app.place(of: AlertNotification.unreadAlertStatus))
        func order(_ code: AlertNotification.Command.Code, _ category: AlertNotification.Category) throws
            -> UInt8?
        {
            try app.write(.init(code, category), to: AlertNotification.controlPoint)
        }
        #expect(try order(.enableUnreadStatus, .call) == nil)
        let counts = try app.values(of: AlertNotification.unreadAlertStatus) {
            inbox.raise(.call, on: device)
            inbox.raise(.call, on: device)
            inbox.markRead(.call, on: device)
            inbox.markRead(.call, on: device)
            #expect(try order(.notifyUnreadStatusNow, .call) == nil)
            #expect(try order(.disableUnreadStatus, .call) == nil)
            inbox.raise(.call, on: device)
            try world.run(for: .seconds(1))
        }
        #expect(counts.map(\.count) == [1, 2, 0, 0])
        // Commands and categories that it does not have.
        #expect(try order(.init(rawValue: 6), .call) == 0xA0)
        #expect(try order(.enableNewAlerts, .schedule) == 0xA0)
        #expect(try app.write(bytes: [0], to: AlertNotification.controlPoint) == 0x0D)
    }
}

extension TestCentral {
    /// The services in the advertisements of a device.
    func advertisedServices(of name: String) -> [BluetoothUUID] {
        for case .discovered(let peer, let seen, _) in events where seen.localName ?? peer.name == name {
            return seen.serviceUUIDs
        }
        return []
    }
}
