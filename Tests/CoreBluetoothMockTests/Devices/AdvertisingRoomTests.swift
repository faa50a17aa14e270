import FaradaySimulation
import Testing

@testable import CoreBluetoothMock

/// How advertising data is distributed over packets.
@Suite struct AdvertisingRoomTests {
    @Test(
        "Two long UUIDs are advertised apart; a beacon's worth of data goes on extended advertising (behaviour 2.34)"
    )
    func layout() throws {
        let room = AdvertisingRoom(isConnectable: true, extendedLimit: 124)
        let legacy = AdvertisingRoom(isConnectable: true, extendedLimit: 0)
        let long = (1...2).map { BluetoothUUID(high: UInt64($0), low: 7) }
        let split = try #require(legacy.layout([.completeServiceUUIDs(.bits128, long)]))
        #expect(split.data.dropFirst() == [.incompleteServiceUUIDs(.bits128, [long[0]])])
        #expect(split.scanResponse == [.incompleteServiceUUIDs(.bits128, [long[1]])])
        let blob = AdvertisingData.Structure.manufacturerSpecificData(
            company: 0x59, data: Array(repeating: 0, count: 117))
        #expect(room.layout([blob])?.isExtended == true)
        #expect(legacy.layout([blob]) == nil)
        #expect(room.layout([blob, .txPowerLevel(0)]) == nil)
    }

    @Test("A distribution is found if only one order of the structures fits")
    func packing() throws {
        let room = AdvertisingRoom(isConnectable: false, extendedLimit: 0)
        let parts = [10, 9, 18, 17].map {
            AdvertisingData.Structure.other(type: 0x77, data: Array(repeating: 0, count: $0))
        }
        let layout = try #require(room.layout(parts))
        #expect(AdvertisingData(layout.data).bytes.count <= 31)
        #expect(AdvertisingData(layout.scanResponse).bytes.count <= 31)
        #expect(layout.data.count + layout.scanResponse.count == parts.count)
    }
}
