import BluetoothPort
import BluetoothTypes

private let battery: BluetoothUUID = "180F"

/// What reports of a scan have.
enum ReportingRules {
    static let reporting = [
        VerifiableRule("1.39", "a phone that advertises, and scans for that") { trial in
            let publication = trial.publication()
            try publication.open()
            try trial.powerOn()
            trial.send(.scan(.init(services: [PublishedID.service])))
            try trial.none("a report of itself", for: .seconds(5)) { event in
                guard case .discovered(_, let advertisement, _) = event else { return false }
                return advertisement.serviceUUIDs.contains(PublishedID.service)
            }
        },
        VerifiableRule("2.3", "scans for Battery, by its short UUID and by its long one") { trial in
            try trial.powerOn()
            for filter in [battery, battery.expanded] {
                _ = try trial.discover(.init(services: [filter]))
                trial.send(.stopScan)
                trial.pause(.milliseconds(300))
                trial.skip()
            }
        },
        VerifiableRule("2.7", "two scans for a bench that is new to the phone") { trial in
            try trial.renewBench()
            trial.send(.scan(.init(services: [BenchID.service])))
            for number in ["first", "second"] {
                _ = try trial.report("the \(number) report") { _, _ in true }
            }
            try trial.none("a third report", for: .seconds(3)) { event in
                if case .discovered = event { true } else { false }
            }
            trial.send(.stopScan)
            trial.pause(.milliseconds(300))
            trial.skip()
            let later = try trial.discover().advertisement
            try trial.require(later.localName == Bench.name, "the later report is without the scan response")
        },
        VerifiableRule("2.8", "the keys of a new bench's advertisement and scan response") { trial in
            try trial.renewBench()
            let first = try trial.discover().advertisement
            let second = try trial.report("a second report") { _, _ in true }.advertisement
            try trial.require(
                first.localName == nil && second.localName == Bench.name,
                "the name is in the first report, or in none")
        },
        VerifiableRule("2.18", "two blocks of manufacturer data") { trial in
            let peer = try trial.openBench()
            try trial.tell(.advertise(.manufacturerData, for: 20_000))
            try trial.leave(peer)
            let data = try trial.discover().advertisement.manufacturerData
            try trial.require(
                data == Bench.manufacturerData, "the data is \(data.map { "\($0)" } ?? "nil")")
        },
        VerifiableRule("2.33", "a bench that advertises while another manager is connected to it") { trial in
            let other = trial.another()
            try other.openBench()
            try other.tell(.advertise(.whileConnected, for: 10_000))
            try trial.powerOn()
            let peer = try trial.discover().peer.identifier
            try trial.require(
                trial.send(.discoverServices(peer, nil)) == .ignored, "this manager is connected, too")
            try trial.require(trial.port.mtu(of: peer) == 0, "this manager has an MTU")
        },
        VerifiableRule("2.36", "the number of reports, from a quick bench and from a slow one") { trial in
            let request = Central.ScanRequest(services: [BenchID.service], allowsDuplicates: true)
            let peer = try trial.openBench()
            try trial.tell(.advertise(.slow, for: 12_000))
            try trial.leave(peer)
            _ = try trial.discover(request)
            let slow = trial.reports(for: .seconds(4))
            trial.pause(.seconds(10))
            trial.skip()
            let quick = trial.reports(for: .seconds(4))
            try trial.require(quick > slow, "a quick bench gives \(quick) reports, a slow one \(slow)")
        },
        VerifiableRule("2.39", "a bench that changes its address") { trial in
            let old = try trial.renewBench()
            let new = try trial.discover().peer.identifier
            try trial.require(new != old, "it has the same identifier")
        },
    ]
}

extension Trial {
    /// How many reports of the other end come in so long.
    fileprivate func reports(for time: Nanoseconds) -> Int {
        let end = clock.now + time
        var count = 0
        while clock.now < end, (try? discovered(within: end - clock.now)) != nil { count += 1 }
        return count
    }
}
