import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("Ringers")
struct RingerTests {
    private typealias Status = PhoneAlertStatus.AlertStatus

    @Test("A ringer tells how it alerts, and each change once")
    func alerts() throws {
        let (world, ringer) = (World(), Ringer())
        let device = world.add(.ringer(ringer))
        let app = try LinkedApp(in: world, to: device)
        #expect(app.central.advertisedServices(of: "Ringer") == ["180E"])
        #expect(try app.value(of: PhoneAlertStatus.alertStatus) == [])
        #expect(try app.value(of: PhoneAlertStatus.ringerSetting) == .normal)
        try app.subscribe(to: app.place(of: PhoneAlertStatus.alertStatus))
        let told = try app.values(of: PhoneAlertStatus.alertStatus) {
            ringer.begin(on: device)
            ringer.begin(on: device)
            ringer.end(on: device)
            ringer.end(on: device)
            try world.run(for: .seconds(1))
        }
        #expect(told == [[.ringer, .vibrate, .display], []])
    }

    @Test("A muted ringer rings again for the next alert")
    func mute() throws {
        let (world, ringer) = (World(), Ringer())
        let device = world.add(.ringer(ringer))
        let app = try LinkedApp(in: world, to: device)
        // Nothing rings yet: the next alert does.
        try app.send(.muteOnce, to: PhoneAlertStatus.ringerControlPoint)
        ringer.begin(on: device)
        #expect(try app.value(of: PhoneAlertStatus.alertStatus) == [.ringer, .vibrate, .display])
        try app.send(.muteOnce, to: PhoneAlertStatus.ringerControlPoint)
        #expect(try app.value(of: PhoneAlertStatus.alertStatus) == [.vibrate, .display])
        #expect(try app.value(of: PhoneAlertStatus.ringerSetting) == .normal)
        ringer.begin(on: device)
        #expect(try app.value(of: PhoneAlertStatus.alertStatus) == [.vibrate, .display])
        ringer.end(on: device)
        ringer.begin(on: device)
        #expect(try app.value(of: PhoneAlertStatus.alertStatus) == [.ringer, .vibrate, .display])
    }

    @Test("A ringer in silent mode alerts without ringing, until a central cancels it")
    func silence() throws {
        let (world, ringer) = (World(), Ringer(vibrates: false))
        let device = world.add(.ringer(ringer))
        let app = try LinkedApp(in: world, to: device)
        try app.subscribe(to: app.place(of: PhoneAlertStatus.alertStatus))
        try app.subscribe(to: app.place(of: PhoneAlertStatus.ringerSetting))
        ringer.begin(on: device)
        let settings = try app.values(of: PhoneAlertStatus.ringerSetting) {
            try app.send(.silentMode, to: PhoneAlertStatus.ringerControlPoint)
            try app.send(.silentMode, to: PhoneAlertStatus.ringerControlPoint)
            #expect(try app.value(of: PhoneAlertStatus.alertStatus) == .display)
            try app.send(.cancelSilentMode, to: PhoneAlertStatus.ringerControlPoint)
        }
        #expect(settings == [.silent, .normal])
        #expect(try app.value(of: PhoneAlertStatus.alertStatus) == [.ringer, .display])
        // Commands that do not exist change nothing, and a Write Command has no answer.
        try app.send(.init(rawValue: 4), to: PhoneAlertStatus.ringerControlPoint)
        let place = try app.place(of: PhoneAlertStatus.ringerControlPoint)
        _ = app.central.port.send(.writeCharacteristic(app.peer, place, [], .withoutResponse))
        #expect(try app.value(of: PhoneAlertStatus.ringerSetting) == .normal)
        #expect(try app.value(of: PhoneAlertStatus.alertStatus) == [.ringer, .display])
    }

    @Test("What a central has set stays when the link is lost")
    func linkLoss() throws {
        let (world, ringer) = (World(), Ringer())
        let device = world.add(.ringer(ringer))
        let app = try LinkedApp(in: world, to: device)
        try app.send(.silentMode, to: PhoneAlertStatus.ringerControlPoint)
        device.move(to: .outOfRange)
        try world.run(for: .seconds(30))
        ringer.begin(on: device)
        device.move(to: .meters(1))
        let again = try LinkedApp(in: world, to: device)
        #expect(try again.value(of: PhoneAlertStatus.ringerSetting) == .silent)
        #expect(try again.value(of: PhoneAlertStatus.alertStatus) == [.vibrate, .display])
    }
}
