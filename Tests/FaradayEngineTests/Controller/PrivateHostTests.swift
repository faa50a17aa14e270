import BluetoothHost
import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// Hosts with private addresses on the simulated air: one hour of a private device, with peers that know it or do not.
@Suite struct PrivateHostTests {
    /// Hosts on top of an air's controllers.
    private final class Hosts {
        let air = Air()
        var hosts: [Host] = []
        var events: [[Host.Event]] = []

        func add(_ security: Host.SecurityConfiguration, _ features: HCI.LEFeatures, extended: Bool) -> Int {
            air.react = nil
            let node = air.add { $0.features = features }
            hosts.append(
                Host(
                    Host.Configuration(
                        deviceName: "\(node)", prefersExtendedCommands: extended, security: security)))
            events.append([])
            air.react = { [unowned self] node, packet in
                hosts[node.index].handle(packet, at: air.now)
                pump(node.index)
            }
            perform(.powerOn, on: node.index)
            return node.index
        }

        func perform(_ command: Host.Command, on index: Int) {
            hosts[index].handle(command, at: air.now)
            pump(index)
            air.drain()
        }

        private func pump(_ index: Int) {
            while let output = hosts[index].nextOutput() {
                switch output {
                case .controller(let packet): air.medium.receive(packet, from: NodeID(UInt32(index)))
                case .event(let event): events[index].append(event)
                }
            }
        }

        func run(_ duration: Nanoseconds) {
            let end = air.now + duration
            while air.now < end {
                let next = hosts.compactMap(\.nextDeadline).min().map { min($0, end) } ?? end
                // Deadlines change while packets arrive, so the steps are small.
                let step = min(max(next, air.now), air.now + .seconds(1), end)
                air.run(step - air.now)
                for index in hosts.indices where hosts[index].nextDeadline.map({ $0 <= air.now }) ?? false {
                    hosts[index].deadlineReached(at: air.now)
                    pump(index)
                    air.drain()
                }
                if step == air.now, step == next, next < end { air.run(.milliseconds(1)) }
            }
        }

        /// The received devices, by the address on air or the identity.
        func reports(of index: Int) -> [Host.AdvertisingReport] {
            events[index].compactMap {
                if case .advertisementReceived(let report) = $0 { report } else { nil }
            }
        }
    }

    static let key: [UInt8] = (0..<16).map { 0x61 + $0 }

    @Test(
        arguments: [
            (true, true), (true, false), (false, true), (false, false),
        ]) func aBondedDeviceIsOneDeviceForAnHour(_ resolves: Bool, _ extended: Bool) throws
    {
        let hosts = Hosts()
        var features = ControllerConfiguration.allFeatures
        if !resolves { features.remove(.llPrivacy) }
        let phone = hosts.add(.init(), features, extended: extended)
        let stranger = hosts.add(.init(), features, extended: extended)
        let device = hosts.add(
            .init(identityResolvingKey: Self.key, privacy: .resolvable(every: .seconds(900))), features,
            extended: extended)
        let identity = hosts.hosts[device].identity
        hosts.perform(
            .security(.setBonds([Host.Bond(peer: identity, peerResolvingKey: Self.key)])), on: phone)
        let sniffer = hosts.air.sniff { Air.advertiser(of: $0) != nil }
        hosts.perform(
            .gap(.startAdvertising(.init(1), .init(interval: .seconds(10), data: [2, 1, 6]))), on: device)
        for index in [phone, stranger] {
            hosts.perform(.gap(.startScanning(.init(isActive: false))), on: index)
        }
        hosts.run(.seconds(3599))
        // On air: four private addresses.
        let shown = Set(sniffer.advertisers)
        #expect(shown.count == 4 && shown.allSatisfy(\.isResolvable))
        // The phone sees one device all the time; others see four.
        let known = hosts.reports(of: phone)
        #expect(known.count > 300 && known.allSatisfy { $0.identity == identity })
        let seen = hosts.reports(of: stranger)
        #expect(Set(seen.map(\.address)) == shown && seen.allSatisfy { $0.identity == nil })
        // The phone connects to it by its identity, and the link has that address.
        hosts.perform(.gap(.stopScanning), on: phone)
        hosts.perform(.gap(.connect(identity)), on: phone)
        hosts.run(.seconds(300))
        let link = try #require(hosts.hosts[phone].linkIDs.first.flatMap { hosts.hosts[phone].link($0) })
        #expect(link.peer == identity && link.isBonded)
        #expect(hosts.hosts[device].linkIDs.count == 1)
    }
}
