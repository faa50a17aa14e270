import BluetoothTypes
import Testing

import struct BluetoothPort.Advertisement
import struct BluetoothPort.PeerIdentifier

@testable import FaradayClient

@Suite("What the scans of a central want after an input") struct ScanMachineTests {
    typealias Step = @Sendable (inout ScanMachine) -> Void

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let wants: [ScanMachine.Output]

        init(_ description: String, _ steps: [Step], wants: [ScanMachine.Output]) {
            (testDescription, self.steps, self.wants) = (description, steps, wants)
        }
    }

    private static let strap = PortCentral.Peer(
        identifier: PeerIdentifier(high: 0, low: 1), name: nil)

    private static func request(_ services: [BluetoothUUID], repeats: Bool = false) -> PortCentral.ScanRequest
    {
        PortCentral.ScanRequest(services: services, allowsDuplicates: repeats)
    }

    private static func add(_ id: UInt64, _ services: [BluetoothUUID], repeats: Bool = false) -> Step {
        { $0.add(ScanMachine.Scan(id: id, request: request(services, repeats: repeats))) }
    }

    private static func advertisement(_ services: [BluetoothUUID]) -> Advertisement {
        var advertisement = Advertisement()
        advertisement.serviceUUIDs = services
        return advertisement
    }

    private static func heard(_ services: [BluetoothUUID]) -> Step {
        { $0.discovered(strap, advertisement(services), rssi: -50) }
    }

    private static func report(_ scan: UInt64, _ services: [BluetoothUUID]) -> ScanMachine.Output {
        .deliver(scan: scan, .report(strap, advertisement(services), rssi: -50))
    }

    private static let on: Step = { $0.radioChanged(to: .poweredOn) }
    private static let off: Step = { $0.radioChanged(to: .poweredOff) }
    private static let poweredOff = ClientError(ClientError.Reason.poweredOff, .scan)

    static let rows: [Row] = [
        Row("A scan waits for the radio", [add(1, ["180D"])], wants: []),
        Row(
            "The radio is on: it scans", [add(1, ["180D"]), on], wants: [.command(.scan(request(["180D"])))]),
        Row(
            "A second scan makes the radio scan for both, and report again",
            [on, add(1, ["180D"]), add(2, ["180F"])],
            wants: [.command(.scan(request(["180D", "180F"], repeats: true)))]),
        Row(
            "A scan for everything makes the radio scan for everything",
            [on, add(1, ["180D"], repeats: true), add(2, [])],
            wants: [.command(.scan(request([], repeats: true)))]),
        Row(
            "The same scan again asks the radio for nothing", [on, add(1, [], repeats: true), add(2, [])],
            wants: []),
        Row(
            "The last one ends the radio's scan", [on, add(1, []), { $0.remove(1) }],
            wants: [.command(.stopScan)]),
        Row(
            "A report goes to the scan", [on, add(1, ["180D"]), heard(["180D"])], wants: [report(1, ["180D"])]
        ),
        Row(
            "Of two scans the one that has asked for the service gets the report",
            [on, add(1, ["180D"]), add(2, ["180F"]), heard(["180F"])], wants: [report(2, ["180F"])]),
        Row(
            "Beside another scan, one that wants each peer once gets it once",
            [on, add(1, []), add(2, [], repeats: true), heard(["180F"]), heard(["180F"])],
            wants: [report(2, ["180F"])]),
        Row(
            "A radio that is off ends all scans",
            [on, add(1, []), add(2, []), off],
            wants: [.deliver(scan: 1, .ended(poweredOff)), .deliver(scan: 2, .ended(poweredOff))]),
        Row(
            "With it off, a scan ends at once", [off, add(1, [])],
            wants: [.deliver(scan: 1, .ended(poweredOff))]),
        Row(
            "A closed central ends all scans", [on, add(1, []), { $0.close() }],
            wants: [.deliver(scan: 1, .ended(ClientError(.closed, .scan)))]),
    ]

    @Test(arguments: rows) func wants(_ row: Row) {
        var machine = ScanMachine()
        for step in row.steps {
            machine.outputs = []
            step(&machine)
        }
        #expect(machine.outputs == row.wants)
    }
}
