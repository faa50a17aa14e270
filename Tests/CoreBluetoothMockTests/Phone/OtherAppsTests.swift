import BluetoothTypes
import CoreBluetoothModel
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation
import FaradayTesting
import Testing

/// Links of other apps of a phone.
@Suite struct OtherAppsTests {
    /// When the device is held, and how the radio comes on.
    enum Order: CaseIterable { case beforeTheManager, beforeTheRadio, afterTheManager, throughAPowerCycle }

    @Test(
        "Behaviour 3.3, 3.31: a link of another app exists before an app gets the power-on callback",
        .simulated(seed: 5), .coreBluetooth, arguments: Order.allCases, [true, false])
    func anotherAppsLinkIsThereFirst(order: Order, advertises: Bool) async throws {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(.blinky())
        if !advertises { board.stopAdvertising() }
        let other = phone.app(2)
        if order == .beforeTheRadio { phone.setBluetooth(false) }
        if order != .afterTheManager { other.hold(board) }
        let app = phone.run { OnlookerApp() }
        if order == .afterTheManager { other.hold(board) }
        if order == .beforeTheRadio {
            try await world.run(for: .seconds(1))
            #expect(app.linkedAtFirst.isEmpty)
            phone.setBluetooth(true)
        }
        if order == .throughAPowerCycle {
            try await world.run(for: .seconds(1))
            phone.setBluetooth(false)
            try await world.run(for: .seconds(10))
            #expect(board.connectionCount == 0)
            phone.setBluetooth(true)
        }
        try await world.run(for: .seconds(1))
        let linked: [UUID] = try #require(app.linkedAtFirst.last)
        #expect(linked.count == 1)
        #expect(linked == app.linked.map(\.identifier))
        #expect(board.connectionCount == 1)
        #expect(other.isHeld(board) && phone.holdCount(of: board) == 1 && !phone.isHeld(board))

        let peripheral = try #require(app.linked.first)
        app.connect(peripheral)
        let start = world.now
        try await world.run(until: { app.lines.contains("connected") })
        #expect(world.now - start < .milliseconds(1))
        peripheral.discoverServices(nil)
        try await world.run(until: { app.lines.contains("services 1") })
    }

    @Test(.simulated(seed: 6), .coreBluetooth) func whoOnlyScansSeesNothingOfIt() async throws {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(.blinky())
        board.stopAdvertising()
        phone.app(2).hold(board)
        let app = phone.run { OnlookerApp(scans: true) }
        try await world.run(for: .seconds(20))
        #expect(app.discovered.isEmpty)
        #expect(app.lines == ["state 5"])
        #expect(board.connectionCount == 1)
    }

    @Test(.simulated(seed: 7), .coreBluetooth) func aLinkComesWhenTheDeviceIsBackAndEndsWithIt() async throws
    {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(.blinky(), at: .outOfRange)
        board.stopAdvertising()
        let other = phone.app(2)
        other.hold(board)
        let app = phone.run { OnlookerApp() }
        try await world.run(for: .seconds(5))
        #expect(app.linkedAtFirst == [[]] && board.connectionCount == 0 && other.isHeld(board))
        board.move(to: .meters(1))
        #expect(app.linked.count == 1)
        try await world.run(for: .seconds(1))

        board.disconnect()
        try await world.run(for: .seconds(5))
        #expect(!other.isHeld(board) && phone.holdCount(of: board) == 0)
        #expect(board.connectionCount == 0 && app.linked.isEmpty)

        other.hold(board)
        #expect(app.linked.count == 1)
        board.powerOff()
        try await world.run(until: { !other.isHeld(board) }, timeout: .seconds(10))
        other.hold(board)
        board.powerOn()
        board.stopAdvertising()
        #expect(app.linked.count == 1)
    }

    @Test(
        "Behaviour 3.6: a link exists until the last app has cancelled it", .simulated(seed: 8),
        .coreBluetooth
    )
    func theLastToLetGoEndsTheLink() async throws {
        let world = World.current
        var profile = OSProfile.iOS(18)
        profile.linkLinger = .zero
        let phone = world.addPhone(profile)
        let board = world.add(.blinky())
        let (second, third) = (phone.app(2), phone.app(3))
        second.hold(board)
        third.hold(board)
        let app = phone.run { OnlookerApp() }
        try await world.run(until: { !app.linkedAtFirst.isEmpty })
        app.connect(try #require(app.linked.first))
        try await world.run(until: { app.lines.contains("connected") })
        #expect(phone.holdCount(of: board) == 2)
        second.letGo(of: board)
        second.letGo(of: board)
        app.central.cancelPeripheralConnection(try #require(app.linked.first))
        try await world.run(for: .seconds(2))
        #expect(app.lines.last == "disconnected -1")
        #expect(board.connectionCount == 1)
        third.letGo(of: board)
        try await world.run(for: .seconds(2))
        #expect(board.connectionCount == 0 && board.isAdvertising)
    }

    @Test(.simulated(seed: 9), .coreBluetooth) func manyDevicesAreHeldAtOnce() async throws {
        let world = World.current
        let phone = world.addPhone()
        phone.setBluetooth(false)
        let boards = (0..<6).map { _ in world.add(.blinky()) }
        for board in boards { phone.app(2).hold(board) }
        let app = phone.run { OnlookerApp() }
        phone.setBluetooth(true)
        try await world.run(until: { !app.linkedAtFirst.isEmpty })
        #expect(Set(app.linkedAtFirst[0]).count == 6)
        try await world.run(for: .seconds(30))
        #expect(boards.allSatisfy { $0.connectionCount == 1 })
    }

    @Test(
        "Behaviour 3.31: the phone knows the present services of a device that another app has connected",
        .simulated(seed: 10), .coreBluetooth, arguments: [true, false])
    func otherServicesAreKnownToo(isLinked: Bool) async throws {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(.blinky())
        phone.app(2).hold(board)
        let app = phone.run { OnlookerApp() }
        try await world.run(for: .seconds(2))
        if !isLinked { phone.setBluetooth(false) }
        try board.setServices(
            [DeviceService("A000") { DeviceCharacteristic("A001", [.read], value: [1]) }], keeping: [nil])
        if !isLinked { phone.setBluetooth(true) }
        try await world.run(for: .seconds(2))
        let found = app.central.retrieveConnectedPeripherals(withServices: [CBUUID(string: "A000")])
        #expect(found.count == 1)
        #expect(app.linked.isEmpty)
    }

    @Test(.simulated(seed: 11), .coreBluetooth) func aDeviceIsLetGoOfUnderItsOldAddress() async throws {
        let world = World.current
        let phone = world.addPhone()
        let board = world.add(.blinky())
        let other = phone.app(2)
        other.hold(board)
        board.changeAddress()
        try await world.run(for: .seconds(1))
        #expect(other.isHeld(board) && board.connectionCount == 1)
        other.hold(board)
        try await world.run(for: .seconds(1))
        #expect(board.connectionCount == 1)
        other.letGo(of: board)
        try await world.run(for: .seconds(5))
        #expect(!other.isHeld(board) && board.connectionCount == 0)
        other.hold(board)
        try await world.run(for: .seconds(1))
        #expect(other.isHeld(board) && board.connectionCount == 1)
    }
}
