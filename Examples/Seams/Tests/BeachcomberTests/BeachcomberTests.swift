import SwiftyScanner
import Testing

@testable import Beachcomber

@Suite struct BeachcomberTests {
    private let spy = BeaconScannerSpy()

    @Test func readsTheStrongest() async throws {
        spy.onRadioIsOn.returns(true)
        spy.onScanForBeacons.does { call in
            for rssi in [-80, -40, -60] {
                call.found(.success(Beacon(name: "shell\(rssi)", rssi: rssi)))
            }
        }
        spy.onRead.returns([1, 2])
        #expect(try await Beachcomber(scanner: spy).strongest() == [1, 2])
        #expect(spy.onRead.calls == [Beacon(name: "shell-40", rssi: -40)])
        #expect(spy.onStopScan.calls.count == 1)
    }

    @Test func waitsForTheReading() async throws {
        spy.onRadioIsOn.returns(true)
        spy.onScanForBeacons.does { $0.found(.success(Beacon(name: "shell", rssi: -40))) }
        spy.onRead.suspends()
        let beachcomber = Beachcomber(scanner: spy, patience: 1)
        let reading = Task { try await beachcomber.strongest() }
        await spy.onRead.waitUntilCalled()
        spy.onRead.resume(throwing: .noRadio)
        await #expect(throws: ScanError.noRadio) { try await reading.value }
    }

    @Test func doesNothingWithoutARadio() async throws {
        #expect(try await Beachcomber().strongest() == nil)
        spy.onRadioIsOn.returns(false)
        #expect(try await Beachcomber(scanner: spy).strongest() == nil)
        #expect(spy.calls.map(\.description) == ["radioIsOn()"])
    }
}
