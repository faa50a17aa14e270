import BluetoothPort
import BluetoothTypes

private func isReport(_ event: Central.Event) -> Bool {
    if case .discovered(_, let advertisement, _) = event {
        advertisement.serviceUUIDs.contains(BenchID.service)
    } else {
        false
    }
}

/// Scans.
enum ScanningRules {
    static let scanning = [
        VerifiableRule("2.1", "a scan without a filter") { trial in
            try trial.powerOn()
            _ = try trial.discover(.init())
        },
        VerifiableRule("2.5", "the same scan twice") { trial in
            try trial.powerOn()
            _ = try trial.discover()
            trial.pause(.seconds(2))
            trial.skip()
            trial.send(.scan(.init(services: [BenchID.service])))
            try trial.none("another report", for: .seconds(3), isReport)
        },
        VerifiableRule("2.6", "a scan that is stopped") { trial in
            try trial.powerOn()
            _ = try trial.discover(.init(services: [BenchID.service], allowsDuplicates: true))
            trial.send(.stopScan)
            trial.pause(.milliseconds(300))
            trial.skip()
            try trial.none("a report after stopScan", for: .seconds(3), isReport)
        },
        VerifiableRule("2.11", "a scan with duplicates for five seconds") { trial in
            try trial.powerOn()
            _ = try trial.discover(.init(services: [BenchID.service], allowsDuplicates: true))
            for _ in 0..<4 { _ = try trial.discovered(within: .seconds(5)) }
        },
        VerifiableRule("2.12", "two scans without duplicates, one after the other") { trial in
            try trial.powerOn()
            _ = try trial.discover()
            trial.send(.stopScan)
            trial.pause(.milliseconds(300))
            trial.skip()
            _ = try trial.discover()
        },
        VerifiableRule("2.13", "a bench that falls silent during a scan") { trial in
            let peer = try trial.openBench()
            try trial.tell(.silence(after: 3000, for: 6000))
            trial.send(.cancelConnection(peer))
            _ = try trial.disconnected(peer)
            _ = try trial.discover(.init(services: [BenchID.service], allowsDuplicates: true))
            trial.pause(.milliseconds(3500))
            trial.skip()
            try trial.none("a callback about the silent bench", for: .seconds(2)) { _ in true }
        },
        VerifiableRule("2.16", "the keys of a report") { trial in
            try trial.powerOn()
            let found = try trial.discover().advertisement
            try trial.require(
                Set(found.serviceUUIDs) == [BenchID.service, "180F"], "the services are \(found.serviceUUIDs)"
            )
            try trial.require(
                found.manufacturerData == nil && found.serviceData.isEmpty && found.txPowerLevel == nil,
                "there are keys that the bench does not advertise")
        },
        VerifiableRule("2.15", "whether the bench can be connected, as its packet says") { trial in
            try trial.powerOn()
            let isConnectable = try trial.discover().advertisement.isConnectable
            try trial.require(isConnectable == true, "the bench is said not to be connectable")
        },
        VerifiableRule("2.32", "a scan for a bench that is connected and does not advertise") { trial in
            try trial.openBench()
            try trial.tell(.hide(8000))
            trial.pause(.milliseconds(500))
            trial.send(.scan(.init(services: [BenchID.service])))
            trial.pause(.milliseconds(300))
            trial.skip()
            try trial.none("a report", for: .seconds(4), isReport)
        },
    ]
}
