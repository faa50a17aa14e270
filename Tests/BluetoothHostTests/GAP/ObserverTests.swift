import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct ObserverTests {
    private let slow = Host.ScanParameters(
        isActive: false, interval: .milliseconds(100), window: .milliseconds(50), filtersDuplicates: true)

    @Test func scanningIsParametersThenEnable() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startScanning(slow)))
        #expect(
            rig.takeCommands() == [
                .leSetScanParameters(
                    HCI.LESetScanParameters(
                        leScanType: .passive, leScanInterval: 160, leScanWindow: 80, ownAddressType: .random)),
                .leSetScanEnable(HCI.LESetScanEnable(leScanEnable: true, filterDuplicates: true)),
            ])
    }

    @Test func extendedScanningUsesItsOwnCommands() {
        var rig = HostRig.ready(HostRig.configuration(extended: true))
        rig.perform(.gap(.startScanning(slow)))
        rig.perform(.gap(.stopScanning))
        #expect(
            rig.takeCommands() == [
                .leSetExtendedScanParameters(
                    HCI.LESetExtendedScanParameters(
                        ownAddressType: .random,
                        le1M: .init(scanType: .passive, scanInterval: 160, scanWindow: 80))),
                .leSetExtendedScanEnable(
                    HCI.LESetExtendedScanEnable(enable: true, filterDuplicates: .enabled)),
                .leSetExtendedScanEnable(
                    HCI.LESetExtendedScanEnable(enable: false, filterDuplicates: .disabled)),
            ])
    }

    @Test func otherParametersMeanOffParametersOn() {
        var rig = HostRig.ready()
        rig.perform(.gap(.startScanning(slow)))
        rig.forget()
        rig.perform(.gap(.startScanning(slow)))
        #expect(rig.takeCommands().isEmpty)
        rig.perform(.gap(.startScanning(Host.ScanParameters())))
        #expect(rig.takeOpcodes() == [.leSetScanEnable, .leSetScanParameters, .leSetScanEnable])
    }

    @Test func theLastWishWinsOverThoseInBetween() {
        var rig = HostRig.ready()
        rig.answers = false
        rig.perform(.gap(.startScanning(slow)))
        rig.perform(.gap(.stopScanning))
        rig.perform(.gap(.startScanning(Host.ScanParameters())))
        rig.answers = true
        for command in rig.takeCommands() { rig.answer(command) }
        #expect(rig.takeOpcodes() == [.leSetScanParameters, .leSetScanEnable])
        #expect(rig.host.gap.observer.wanted == Host.ScanParameters())
    }

    @Test func unitsStayInTheirRanges() {
        var rig = HostRig.ready()
        rig.perform(
            .gap(.startScanning(Host.ScanParameters(interval: .seconds(60), window: .seconds(-5)))))
        guard case .leSetScanParameters(let parameters)? = rig.takeCommands().first else {
            Issue.record("no parameters")
            return
        }
        #expect(parameters.leScanInterval == 0x4000 && parameters.leScanWindow == 4)
    }

    @Test func aRefusedScanIsTriedAgainWhenALinkEnds() {
        var controller = ScriptedController()
        controller.refusals[.leSetScanEnable] = .commandDisallowed
        var rig = HostRig.connected(.central, controller: controller)
        rig.perform(.gap(.startScanning(slow)))
        rig.forget()
        rig.perform(.gap(.connect(HostRig.peer(5))))
        rig.controller.refusals = [:]
        rig.forget()
        rig.receive(HostRig.disconnection(1))
        #expect(rig.takeOpcodes() == [.leSetScanEnable])
    }

    @Test(arguments: [
        (HCI.AdvertisingReportType.advInd, true, true, false, false),
        (.advDirectInd, true, false, false, true),
        (.advScanInd, false, true, false, false), (.advNonconnInd, false, false, false, false),
        (.scanRsp, false, false, true, false),
    ])
    func legacyReportsTellWhatMayBeDone(
        _ type: HCI.AdvertisingReportType, connectable: Bool, scannable: Bool, response: Bool, directed: Bool
    ) {
        var rig = HostRig.ready()
        let report = HCI.LEAdvertisingReport.Report(
            eventType: type, address: HostRig.peer(1), data: [2, 1, 6], rssi: -60)
        rig.receive(.leAdvertisingReport(.init(reports: [report])))
        #expect(rig.takeEvents().isEmpty, "nobody scans")
        rig.perform(.gap(.startScanning(slow)))
        rig.receive(.leAdvertisingReport(.init(reports: [report])))
        #expect(
            rig.takeEvents() == [
                .advertisementReceived(
                    Host.AdvertisingReport(
                        address: HostRig.peer(1), isConnectable: connectable, isScannable: scannable,
                        isScanResponse: response, isDirected: directed, data: [2, 1, 6], rssi: -60))
            ])
    }

    private func part(
        _ data: [UInt8], _ type: HCI.ExtendedAdvertisingEventType, from peer: UInt64, sid: UInt8 = 0
    ) -> HCI.Event {
        .leExtendedAdvertisingReport(
            .init(reports: [
                .init(
                    eventType: type, address: HostRig.peer(peer), advertisingSID: sid, rssi: -50, data: data)
            ]))
    }

    @Test func partsOfExtendedDataAreOneReport() {
        var rig = HostRig.ready(HostRig.configuration(extended: true))
        rig.perform(.gap(.startScanning(slow)))
        rig.receive(part([1, 2], [.connectable, .incompleteMoreToCome], from: 1))
        rig.receive(part([9], [.connectable, .incompleteMoreToCome], from: 2))
        rig.receive(part([3], [.connectable, .incompleteMoreToCome], from: 1))
        rig.receive(part([7], [.connectable], from: 3))
        rig.receive(part([4], [.connectable], from: 1))
        let data = rig.takeEvents().compactMap { event -> [UInt8]? in
            guard case .advertisementReceived(let report) = event else { return nil }
            return report.data
        }
        #expect(data == [[7], [1, 2, 3, 4]])
    }

    @Test func partsWithoutEndAreBounded() {
        var observer = Host.Observer()
        var reports = 0
        for round in 0..<2000 {
            let report = HCI.LEExtendedAdvertisingReport.Report(
                eventType: .incompleteMoreToCome, address: HostRig.peer(UInt64(round % 8)), advertisingSID: 1,
                rssi: 0, data: Array(repeating: 1, count: 200))
            if observer.report(report) != nil { reports += 1 }
        }
        let last = HCI.LEExtendedAdvertisingReport.Report(
            eventType: [], address: HostRig.peer(3), advertisingSID: 1, rssi: 0, data: [5])
        #expect(reports == 0)
        #expect(observer.report(last)?.data.count == 1650)
    }

    @Test func anonymousAdvertisersAreNotReported() {
        var observer = Host.Observer()
        let report = HCI.LEExtendedAdvertisingReport.Report(eventType: [], address: nil, rssi: 0, data: [5])
        #expect(observer.report(report) == nil)
    }
}
