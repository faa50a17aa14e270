import BluetoothPort
import BluetoothTypes

/// Discovery of attributes.
enum DiscoveringRules {
    static let discovering = [
        VerifiableRule("4.2", "a filter that nothing fits") { trial in
            let peer = try trial.connect()
            let found = try trial.services(of: peer, [BenchID.absent])
            try trial.require(found.isEmpty, "there are \(found.count) services")
        },
        VerifiableRule("4.3", "an empty filter") { trial in
            let peer = try trial.connect()
            let found = try trial.services(of: peer, []).map(\.uuid)
            try trial.require(found.contains(BenchID.service), "the bench's service is not among \(found)")
        },
        VerifiableRule("4.4", "two discoveries with two filters") { trial in
            let peer = try trial.connect()
            _ = try trial.services(of: peer, [BenchID.service])
            let found = try trial.services(of: peer, ["180F"]).map(\.uuid)
            try trial.require(
                Set(found) == [BenchID.service, "180F"], "after the second discovery there are \(found)")
        },
        VerifiableRule("4.5", "a discovery twice") { trial in
            let peer = try trial.connect()
            let first = try trial.services(of: peer, [BenchID.service]).map(\.identifier)
            let second = try trial.services(of: peer, [BenchID.service]).map(\.identifier)
            try trial.require(first == second, "the service is another one the second time")
        },
        VerifiableRule("4.14", "a service that the bench adds") { trial in
            let peer = try trial.openBench()
            try trial.tell(.extend(true))
            try trial.next("didModifyServices") { event -> Void? in
                if case .servicesModified(peer, _) = event { () } else { nil }
            }
            let found = try trial.services(of: peer).map(\.uuid)
            try trial.require(found.contains(BenchID.extra), "the new service is not among \(found)")
        },
        VerifiableRule("4.18", "services that the system keeps for itself") { trial in
            let peer = try trial.connect()
            let found = try trial.services(of: peer).map(\.uuid)
            try trial.require(
                !found.contains("1800") && !found.contains("1801"), "GAP or GATT is among \(found)")
            try trial.require(found.contains("180F"), "Battery is not among \(found)")
        },
        VerifiableRule("4.19", "the order of characteristics and of descriptors") { trial in
            let peer = try trial.connect()
            let service = try trial.service(of: peer)
            let found = try trial.characteristics(of: service, peer).map(\.uuid)
            try trial.require(
                found.prefix(3) == [BenchID.control, BenchID.value, BenchID.notified],
                "they begin with \(found.prefix(3))")
            try trial.learn(peer)
            let descriptors = try trial.descriptors(of: BenchID.value).map(\.uuid)
            try trial.require(
                descriptors == ["2901", BenchID.descriptor], "the descriptors are \(descriptors)")
        },
        VerifiableRule("4.21", "two characteristics with one UUID") { trial in
            let peer = try trial.openBench()
            let twins = trial.twins(BenchID.twin)
            try trial.require(twins.count == 2, "there are \(twins.count)")
            var values: [[UInt8]] = []
            for twin in twins {
                trial.send(.readCharacteristic(peer, twin.identifier))
                values.append(try trial.value(of: twin.identifier).get())
            }
            try trial.require(values == [[1], [2]], "their values are \(values)")
        },
        VerifiableRule("4.22", "an included service") { trial in
            let peer = try trial.connect()
            let service = try trial.service(of: peer)
            trial.send(.discoverIncludedServices(peer, nil, service: service.identifier))
            let found = try trial.next("didDiscoverIncludedServices") { event -> [BluetoothUUID]? in
                guard case .includedServicesDiscovered(peer, service.identifier, let found, nil) = event
                else { return nil }
                return found.map(\.uuid)
            }
            try trial.require(found == [BenchID.included], "it includes \(found)")
        },
        VerifiableRule("4.27", "a read and a write behind a read that takes a second") { trial in
            let peer = try trial.openBench()
            try trial.tell(.answer(after: 1000))
            let (slow, value) = (try trial.attribute(BenchID.slow), try trial.attribute(BenchID.value))
            trial.send(.readCharacteristic(peer, slow))
            trial.send(.readCharacteristic(peer, value))
            let first = try trial.next("an answer") { event -> AttributeIdentifier? in
                if case .characteristicValue(_, let attribute, _) = event { attribute } else { nil }
            }
            try trial.require(first == slow, "the later request was answered first")
            _ = try trial.value(of: value)
        },
        VerifiableRule("4.28", "a read that is not answered for 30 s") { trial in
            let peer = try trial.openBench()
            try trial.tell(.answer(after: 45_000))
            let answer = try trial.read(BenchID.slow, within: .seconds(40))
            try trial.require(answer == .failure(.unknown), "the read gives \(answer)")
            _ = try trial.disconnected(peer)
        },
    ]
}
