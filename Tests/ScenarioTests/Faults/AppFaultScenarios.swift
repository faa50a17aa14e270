import CoreBluetoothModel
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Faults that concern a phone or its apps: which of them, and in which role.
@Suite struct AppFaultScenarios {
    struct Row: Sendable, CustomTestStringConvertible {
        let fault: Fault
        /// What the first and the second app of the phone are afterwards.
        let states: [AppState]

        var testDescription: String { fault.description }
    }

    /// Each app connects to a device of its own, the first one first; then both read.
    @Test(
        "A fault concerns the app that it names, else the one whose operation it is, else all of the phone",
        arguments: [
            Row(
                fault: .read("FFE1").nth(1).suspendsApp(2, for: .minutes(1)),
                states: [.foreground, .suspended]),
            Row(
                fault: .read("FFE1").nth(1).suspendsApp(1, for: .minutes(1)),
                states: [.suspended, .foreground]),
            Row(fault: .read("FFE1").nth(1).suspendsApp(for: .minutes(1)), states: [.suspended, .suspended]),
            Row(
                fault: .read("FFE1").nth(1).suspendsApp(for: .seconds(5)), states: [.foreground, .foreground]),
            Row(fault: .connect().nth(1).endsApp(), states: [.terminated, .foreground]),
            Row(fault: .connect().nth(2).endsApp(), states: [.foreground, .terminated]),
            Row(fault: .connect().nth(2).endsApp(1), states: [.terminated, .foreground]),
            Row(fault: .at(.seconds(20)).endsApp(), states: [.terminated, .terminated]),
            Row(fault: .at(.seconds(20)).endsApp(2), states: [.foreground, .terminated]),
        ])
    func apps(_ row: Row) throws {
        try withWorld(seed: 21, misuse: .record) { world in
            for _ in 0..<2 { world.add(FaultLab().definition, at: .meters(2)) }
            world.inject(row.fault)
            let phone = world.addPhone()
            let first = phone.run { FaultApp(world) }
            try world.run(for: .seconds(5))
            let second = phone.app(2).run { FaultApp(world) }
            try world.run(for: .seconds(5))
            first.read()
            second.read()
            try world.run(for: .seconds(20))
            #expect([phone.appState, phone.app(2).appState] == row.states)
            #expect(world.unfiredFaults.isEmpty)
        }
    }

    @Test("An app that has ended while it was suspended does not come back")
    func endedMeanwhile() throws {
        try withWorld(seed: 22) { world in
            world.inject(.at(.seconds(2)).suspendsApp(for: .seconds(10)), .at(.seconds(5)).endsApp())
            let phone = world.addPhone()
            let app = phone.run { FaultApp(world) }
            try world.run(for: .seconds(20))
            #expect(phone.appState == .terminated && app.lines == ["state 5"])
        }
    }

    /// What an app in the peripheral role, and the one that is connected to it, get.
    struct Roles: Sendable, CustomTestStringConvertible {
        let fault: Fault
        let states: [Int]
        let lines: [String]

        var testDescription: String { fault.description }
    }

    @Test(
        "A phone in the peripheral role restarts its Bluetooth, or is off",
        arguments: [
            Roles(fault: .read("FF01", of: "lock").resetsDevice(), states: [5, 1, 5], lines: ["lost CB 6"]),
            Roles(
                fault: .read("FF01", of: "lock").turnsDeviceOff(for: .seconds(3)), states: [5, 4, 5],
                lines: ["lost CB 6"]),
            Roles(
                fault: .read("FF01", of: "lock").turnsDeviceOff(), states: [5, 4], lines: ["lost CB 6"]),
            Roles(
                fault: .at(.seconds(20), of: "lock").resetsDevice(), states: [5, 1, 5],
                lines: ["value [1]", "lost CB 6"]),
        ])
    func peripheralRole(_ row: Roles) throws {
        try withWorld(seed: 23) { world in
            world.inject(row.fault)
            let server = world.addPhone(name: "lock").run { PhoneServer() }
            let app = world.addPhone(name: "phone").run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.clear()
            app.read("FF01")
            try world.run(for: .seconds(60))
            #expect(server.states == row.states)
            #expect(app.lines == row.lines)
        }
    }

    @Test("A vocabulary ends apps only where the test asks for it")
    func vocabulary() {
        func ends(_ vocabulary: FaultVocabulary) -> Int {
            (0..<1000 as Range<UInt64>).count { seed in
                vocabulary.plan(seed: seed).faults.contains { $0.effect == .appEnd() }
            }
        }
        #expect(ends(.system) == 0 && ends(.anything) == 0 && ends(.system(endingApps: false)) == 0)
        #expect(ends(.system(endingApps: true)) > 200)
        for seed: UInt64 in 0..<100 {
            let (one, other) = (FaultVocabulary.system, FaultVocabulary.system(endingApps: false))
            #expect(one.plan(seed: seed) == other.plan(seed: seed))
        }
    }
}

/// An app in the peripheral role with one value, which keeps the states of its manager.
final class PhoneServer: NSObject, CBPeripheralManagerDelegate {
    private(set) var states: [Int] = []
    private var manager: CBPeripheralManager!

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        states.append(peripheral.state.rawValue)
        guard peripheral.state == .poweredOn, states.count == 1 else { return }
        let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        service.characteristics = [
            CBMutableCharacteristic(
                type: CBUUID(string: "FF01"), properties: .read, value: Data([1]), permissions: .readable)
        ]
        peripheral.add(service)
        peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
    }
}
