@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Which phone the static members address.
@Suite struct CurrentPhoneTests {
    @Test(.simulated(seed: 1), .coreBluetooth, arguments: 0..<8)
    func aTestsOnlyPhoneIsItsOwn(run: Int) async throws {
        let world = World.current
        let phone = world.addPhone()
        #expect(CBMCentralManagerMock.simulatedPhone.world === world)
        #expect(CBMCentralManagerMock.simulatedPhone.id == phone.id)
        #expect(MockPhone.current.storage.withLock { $0.declaredState } == .poweredOn)
        let mock = MockPhone.current
        #expect(phone.run { MockPhone.current } === mock)
        #expect(phone.app(2).run { MockPhone.current } === mock)
        #expect(phone.app(2).run { mock.phoneHere.app } == phone.app(2).app)
        await Task.yield()
        #expect(MockPhone.current === mock)
    }

    @Test(.simulated(seed: 1), .coreBluetooth) func aWorldWithoutPhoneGetsOneThatIsOff() {
        #expect(MockPhone.current.world === World.current)
        #expect(World.current.phoneCount == 1)
        #expect(World.current.onlyPhone?.radio == .off)
    }

    @Test(.simulated(seed: 1), .coreBluetooth) func phonesOfOneWorldAreApart() {
        let (first, second) = (World.current.addPhone(), World.current.addPhone())
        #expect(first.run { MockPhone.current } !== second.run { MockPhone.current })
    }

    @Test func aMockPhoneDoesNotKeepItsWorld() {
        weak var world: World?
        weak var mock: MockPhone?
        do {
            let phone = World(seed: 3).addPhone()
            world = phone.world
            mock = phone.run { MockPhone.current }
            #expect(mock?.world === world)
            #expect(world != nil)
        }
        #expect(world == nil)
        #expect(mock == nil)
    }
}
