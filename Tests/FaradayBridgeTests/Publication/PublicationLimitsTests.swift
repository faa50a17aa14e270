import BluetoothTypes
import FaradaySimulation
import Testing

@testable import FaradayBridge

/// What CoreBluetooth has no place for is said.
@Suite struct PublicationLimitsTests {
    private static let always = "the GAP name that centrals read is this host's, and its address too"

    @Test("A device that CoreBluetooth can be has nothing but another GAP name and address")
    func plain() {
        #expect(PublishedDevice.limits(of: .blinky()) == [Self.always])
    }

    @Test("Each part that is left out has a line")
    func everything() {
        var definition = DeviceDefinition(
            name: "Lock", appearance: 1, txPower: 4, preferredMTU: 100, hasServiceChanged: false,
            acceptsPreparedWrites: false, updateQueueDepth: 4
        ) {
            DeviceAdvertising(services: ["FF00"], manufacturerData: [0xFF, 0xFF, 1], interval: .seconds(1))
            DeviceAdvertising(.nonConnectable)
            DeviceSecurity(.displayOnly)
            DeviceChannel(psm: 128)
            DeviceService("FF00", includes: ["FF00"]) {
                DeviceCharacteristic(
                    "FF01", [.read, .notify, .broadcast], requires: .authenticated,
                    descriptors: [.stored("FF0D", [1]), .stored("2901", [0xFF])]
                )
                .withoutConfiguration()
                DeviceCharacteristic("FF02", .read).onRead { _ in [1] }
            }
            DeviceRules(rules: [
                DeviceRule(.connected, [.disconnect(), .requestSecurity(.encrypted), .reset()]),
                DeviceRule(.paired, [.advertise([DeviceAdvertising(manufacturerData: [1, 2])])]),
            ])
        }
        definition.address = DeviceAddress("C0:11:22:33:44:55", .random)
        #expect(
            PublishedDevice.limits(of: definition) == [
                "it does without code in Swift: how reads of FF00/FF02 are answered",
                "advertising set 2 is left out: the system has one",
                "the system chooses its advertising interval",
                "its advertising has no manufacturer data",
                "FF00/FF01 is not broadcast",
                "FF00/FF01 wants an encrypted link, but not an authenticated key",
                "FF00/FF01 has a Client Characteristic Configuration (2902): the system adds it",
                "FF00/FF01 has no descriptor FF0D",
                "FF00/FF01 has no description (2901), because it is not UTF-8",
                "service FF00 does not include FF00, which would have to be published before it",
                Self.always,
                "it does not have the address of its definition",
                "the GAP appearance is this host's",
                "the system chooses the transmit power",
                "the system chooses the ATT MTU",
                "the host has the Service Changed characteristic",
                "the system accepts prepared writes",
                "the system's queue of updates is as long as it is",
                "how it pairs is this host's: keys, passkeys and addresses too",
                "no L2CAP channel on PSM 128",
                "its rules take the first request of a central for the connection, and 2 s without any after its last "
                    + "subscription for the end",
                "its rules can't disconnect a central",
                "its rules can't ask for security",
                "a reset starts its rules again; centrals stay connected",
                "its rules don't learn of lost links, pairing and encryption",
                "by a rule: its advertising has no manufacturer data",
            ])
    }

    @Test("Encryption is asked for by Apple's bits, and services in a circle are all published")
    func plan() {
        let plan = PublicationPlan([
            DeviceService("FF00", includes: ["FF10"]) {
                DeviceCharacteristic("FF01", [.read, .write, .notify, .indicate], requires: .encrypted)
            },
            DeviceService("FF10", includes: ["FF00"]),
        ])
        #expect(plan.services.map(\.uuid) == ["FF10", "FF00"])
        #expect(plan.services[1].characteristics.map(\.properties) == [0x30A])
        #expect(plan.services[1].characteristics.map(\.permissions) == [12])
        #expect(plan.services.map(\.includedServices.count) == [0, 1])
    }
}
