#if os(macOS) || os(Linux)
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// Packets come one after another, and nobody needs all of them at a time.
@Suite struct PacketSourceTests {
    /// Counts how often it is gone through.
    private final class CountedPackets: PacketSource {
        let packets: [CapturedPacket]
        var passes = 0

        init(_ packets: [CapturedPacket]) { self.packets = packets }

        func forEachPacket(_ take: (CapturedPacket) -> Void) {
            passes += 1
            packets.forEachPacket(take)
        }
    }

    @Test func onlyACaptureThatIsEncryptedIsReadSeveralTimes() throws {
        let security = DeviceSecurity(.noInputNoOutput, secureConnections: .off, requires: .encrypted)
        let world = try PairedWorld(PairedWorld.definition(security))
        let clear = CountedPackets(CaptureSight.air.packets(world.packets))
        let found = CaptureImport(sources: [clear])
        #expect(clear.passes == 1 && found.devices.count == 1)
        // The pairing has the key of its link, which hands out the key of the other one.
        let sealed = CountedPackets(world.sealed)
        let opened = CaptureImport(sources: [sealed])
        #expect(sealed.passes == 3)
        #expect(opened.devices.first?.encryption.decryptions.count == 2)
        // Without its key nothing more is learned, but it is told.
        let hidden = CountedPackets(Array(world.sealed.drop { $0.isPairing != true }.dropFirst(40)))
        let closed = CaptureImport(sources: [hidden])
        #expect(hidden.passes == 2)
        #expect(closed.devices.contains { $0.encryption.packetsWithoutKey > 0 })
    }

    /// A file that changes while it is read is no trap.
    @Test func aFileThatChangesIsReadOrNot() throws {
        let security = DeviceSecurity(.noInputNoOutput, secureConnections: .off, requires: .encrypted)
        let world = try PairedWorld(PairedWorld.definition(security))
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<randomCases(10) {
            let found = CaptureImport(sources: [ChangingPackets(world.sealed, numbers.next())])
            #expect(found.devices.count < 10)
        }
    }

    /// Leaves out other packets each time.
    private final class ChangingPackets: PacketSource {
        private let packets: [CapturedPacket]
        private var numbers: SeededNumbers

        init(_ packets: [CapturedPacket], _ seed: UInt64) {
            (self.packets, numbers) = (packets, SeededNumbers(seed: seed))
        }

        func forEachPacket(_ take: (CapturedPacket) -> Void) {
            let share = numbers.below(60)
            for packet in packets where numbers.below(100) >= share { take(packet) }
        }
    }

    @Test(arguments: CaptureFormat.allCases) func piecesOfAFileGiveTheSameDevices(_ format: CaptureFormat)
        throws
    {
        let chat = try ChattedWorld(
            RandomDefinition.device(seed: 2, name: "Target"), listening: .milliseconds(500))
        let whole = chat.world.capture(format)
        for bytes in [whole, Array(whole.dropLast(7))] {
            let expected = try CaptureImport(packets: [CaptureReader.packets(bytes)])
            #expect(!expected.devices.isEmpty)
            for piece in [1, 7, 1000, bytes.count] {
                let found = try CaptureImport(sources: [CaptureBytes(bytes, piece: piece)])
                #expect(found.devices.map(\.report) == expected.devices.map(\.report))
                #expect(found.unreadPackets == expected.unreadPackets)
            }
        }
    }
}

extension CapturedPacket {
    /// Whether it carries a frame of the Security Manager.
    fileprivate var isPairing: Bool? {
        dataPDU.map { $0.llid == .start && $0.payload.dropFirst(2).first == 6 }
    }
}
#endif
