import BluetoothCryptography
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// Scanning, advertising and connecting, without a host and without links.
@Suite struct GenericAccessTests {
    /// The machine, with a controller that executes every command.
    private struct Bench {
        var gap = Host.GenericAccess()
        var profile = Host.ControllerProfile()
        var sink = Host.Sink()
        var now = Instant.zero
        var events: [Host.Event] = []

        init() {
            profile.identity = HostRig.identity
            profile.filterAcceptListSize = 4
            profile.abilities = [.filterAcceptList, .resolvingList]
            gap.controllerStarted(profile)
        }

        /// One round: what the machine wants to send now.
        mutating func settle() -> [HCI.Command] {
            gap.settlePrivacy(&profile, localKey: [UInt8](repeating: 1, count: 16), into: &sink)
            gap.settle(profile, Host.ConnectionDefaults(), at: now, into: &sink)
            var sent: [HCI.Command] = []
            while let output = nextOutput() {
                switch output {
                case .controller(.command(let command)):
                    sent.append(command)
                    answer(command, .success)
                case .event(let event): events.append(event)
                case .controller: Issue.record("\(output)")
                }
            }
            if let broken = gap.brokenInvariant { Issue.record("\(broken)") }
            return sent
        }

        private mutating func nextOutput() -> Host.Output? {
            sink.sendCommands(at: now)
            return sink.next()
        }

        mutating func answer(_ command: HCI.Command, _ status: HCI.ErrorCode) {
            guard let purpose = sink.commands.ended(command.opcode, allowed: 1) else { return }
            var bytes: [UInt8] = [status.rawValue]
            if command == .leReadResolvingListSize { bytes.append(8) }
            gap.commandEnded(
                command.opcode, purpose, status, bytes, &profile, at: now, into: &sink)
        }

        /// All rounds until there is nothing to do.
        mutating func settleAll() -> [HCI.Opcode] {
            var all: [HCI.Opcode] = []
            while case let sent = settle(), !sent.isEmpty { all += sent.map(\.opcode) }
            return all
        }

        mutating func perform(_ command: Host.GAPCommand, isOn: Bool = true) {
            gap.handle(command, isOn: isOn, profile, into: &sink)
        }
    }

    private let set = Host.AdvertisingSetID(1)

    @Test("the parts bring the controller to their wanted states side by side, one command each at a time")
    func sideBySide() {
        var bench = Bench()
        bench.perform(.startScanning(Host.ScanParameters()))
        bench.perform(.startAdvertising(set, Host.AdvertisingParameters(data: [1, 2])))
        bench.perform(.connect(HostRig.peer(1)))
        #expect(bench.gap.isDirty)
        let first = bench.settle().map(\.opcode)
        #expect(first == [.leSetScanParameters, .leSetAdvertisingParameters, .leCreateConnection])
        #expect(
            bench.settleAll() == [.leSetScanEnable, .leSetAdvertisingData, .leSetAdvertisingEnable])
        #expect(bench.events == [.advertisingStarted(set, .success)] && !bench.gap.isDirty)
    }

    @Test("without a controller nothing begins, and who waits for a result gets it")
    func off() {
        var bench = Bench()
        bench.perform(.startScanning(Host.ScanParameters()), isOn: false)
        bench.perform(.startAdvertising(set, Host.AdvertisingParameters()), isOn: false)
        bench.perform(.connect(HostRig.peer(1)), isOn: false)
        #expect(bench.settleAll().isEmpty)
        #expect(
            bench.events == [
                .advertisingStarted(set, .commandDisallowed),
                .connectFailed(HostRig.peer(1), .commandDisallowed),
            ])
    }

    @Test("a link with a peer that the host also wants to connect to ends the attempt")
    func connectedMeanwhile() {
        var bench = Bench()
        bench.perform(.connect(HostRig.peer(1)))
        _ = bench.settleAll()
        bench.gap.connectedAsPeripheral(HostRig.peer(1), bench.profile, into: &bench.sink)
        #expect(bench.settleAll() == [.leCreateConnectionCancel])
        #expect(bench.events == [.connectFailed(HostRig.peer(1), .connectionAlreadyExists)])
        let isWanted = bench.gap.connectedAsCentral(HostRig.peer(1))
        #expect(!isWanted, "a link that nobody wants any more")
    }

    @Test("while the private address changes, everything on air pauses, and then continues")
    func addressChange() throws {
        var bench = Bench()
        let key = try #require(IdentityKey(wire: [UInt8](repeating: 7, count: 16)))
        bench.gap.renewAddress(key, drawing: 1, until: .zero + .seconds(900))
        bench.perform(.startScanning(Host.ScanParameters()))
        bench.perform(.startAdvertising(set, Host.AdvertisingParameters()))
        _ = bench.settleAll()
        let old = bench.profile.ownAddress
        let (isShown, deadline) = (bench.gap.showsItself(), bench.gap.nextDeadline())
        #expect(key.resolves(old.value) && isShown)
        #expect(deadline == .zero + .seconds(900))
        #expect(!bench.gap.isAddressDue(at: .zero + .seconds(899)))
        bench.now = .zero + .seconds(900)
        #expect(bench.gap.isAddressDue(at: bench.now))
        bench.gap.renewAddress(key, drawing: 2, until: bench.now + .seconds(900))
        let change = bench.settleAll()
        #expect(Array(change.prefix(3)) == [.leSetScanEnable, .leSetAdvertisingEnable, .leSetRandomAddress])
        #expect(change.suffix(2).contains(.leSetScanEnable) && change.last == .leSetAdvertisingEnable)
        #expect(bench.profile.ownAddress != old && bench.profile.pauses.isEmpty)
    }

    @Test("reports of a bonded peer name its identity")
    func identities() throws {
        var bench = Bench()
        let octets = [UInt8](repeating: 9, count: 16)
        let key = try #require(IdentityKey(wire: octets))
        bench.gap.setPeers([Host.Bond(peer: HostRig.peer(4), peerResolvingKey: octets)])
        bench.perform(.startScanning(Host.ScanParameters()))
        _ = bench.settleAll()
        let onAir = DeviceAddress(key.address(drawing: 5), .random)
        let report = HCI.LEAdvertisingReport(reports: [
            .init(eventType: .advInd, address: onAir, data: [], rssi: -40),
            .init(eventType: .advInd, address: HostRig.peer(6), data: [], rssi: -40),
        ])
        bench.gap.received(report, at: bench.now, into: &bench.sink)
        _ = bench.settleAll()
        let identities = bench.events.compactMap { event -> DeviceAddress?? in
            if case .advertisementReceived(let report) = event { return .some(report.identity) }
            return nil
        }
        #expect(identities == [HostRig.peer(4), nil])
        #expect(bench.gap.resolve(onAir) == HostRig.peer(4))
    }

    @Test("whatever is asked and refused, the machine gets quiet and its invariant holds", arguments: 0..<3)
    func chaos(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed) &+ 7)
        var bench = Bench()
        for _ in 0..<randomCases(400) {
            let peer = HostRig.peer(UInt64(numbers.below(4)))
            let id = Host.AdvertisingSetID(UInt8(numbers.below(2)))
            switch numbers.below(9) {
            case 0: bench.perform(.startScanning(.init(isActive: numbers.below(2) == 0)))
            case 1: bench.perform(.stopScanning)
            case 2: bench.perform(.startAdvertising(id, .init(data: numbers.bytes(numbers.below(31)))))
            case 3: bench.perform(.stopAdvertising(id))
            case 4: bench.perform(.connect(peer))
            case 5: bench.perform(.cancelConnect(peer))
            case 6: _ = bench.gap.connectedAsCentral(peer)
            case 7:
                bench.gap.setPeers(
                    (0..<numbers.below(3)).map { number in
                        Host.Bond(
                            peer: HostRig.peer(UInt64(number)), peerResolvingKey: numbers.bytes(16))
                    })
            default:
                bench.gap.connectionFailed(
                    .unknownConnectionIdentifier, peer, bench.profile, into: &bench.sink)
            }
            bench.now += .milliseconds(numbers.below(900))
            bench.gap.deadlineReached(bench.profile, at: bench.now)
            #expect(bench.settleAll().count < 60)
        }
    }
}
