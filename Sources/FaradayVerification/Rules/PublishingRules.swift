import BluetoothPort
import BluetoothTypes

private func isDiscovery(_ event: Central.Event) -> Bool {
    if case .discovered = event { true } else { false }
}

/// What an app publishes and advertises.
enum PublishingRules {
    static let publishing = [
        VerifiableRule("1.2", "two managers on one phone") { trial in
            try trial.powerOn()
            try trial.another().powerOn()
            try trial.publication().powerOn()
        },
        VerifiableRule("1.11", "advertising before the first state") { trial in
            let publication = trial.publication()
            let result = publication.send(.startAdvertising(.init(serviceUUIDs: [PublishedID.service])))
            try trial.require(result == .ignored, "the call was not dropped")
            try publication.powerOn()
            try publication.none("didStartAdvertising", for: .seconds(3)) {
                if case .advertisingStarted = $0 { true } else { false }
            }
        },
        VerifiableRule("1.33", "two peripheral managers that advertise") { trial in
            let (first, second) = (trial.publication(), trial.publication())
            try first.open()
            try second.powerOn()
            let error = try second.advertise([PublishedID.later])
            try trial.require(error == nil, "the second one gets the error \(error.map { "\($0)" } ?? "")")
            let visitor = try trial.visitor()
            try visitor.powerOn()
            visitor.send(.scan(.init(services: [PublishedID.later])))
            try visitor.none("a report of the second one", for: .seconds(3), isDiscovery)
            _ = try visitor.discover()
        },
        VerifiableRule("6.1", "a service, and one that includes it") { trial in
            let publication = trial.publication()
            try publication.powerOn()
            let first = try publication.add(PublishedID.definition)
            try trial.require(first == nil, "the first gives \(first.map { "\($0)" } ?? "")")
            let second = try publication.add(PublishedID.later(including: [PublishedID.Place.service]))
            try trial.require(second == nil, "the second gives \(second.map { "\($0)" } ?? "")")
        },
        VerifiableRule("6.5", "the descriptor that the system adds") { trial in
            try trial.publication().open()
            let visitor = try trial.visitor()
            try visitor.openBench()
            let found = try visitor.descriptors(of: PublishedID.asked).map(\.uuid)
            try trial.require(found.contains("2902"), "the descriptors are \(found)")
        },
        VerifiableRule("6.7", "a name and a service on air") { trial in
            let publication = trial.publication()
            try publication.powerOn()
            _ = try publication.advertise(name: "Trial")
            let visitor = try trial.visitor()
            try visitor.powerOn()
            _ = try visitor.discover(.init(services: [PublishedID.service], allowsDuplicates: true))
            _ = try visitor.report("a report with the name") { $1.localName == "Trial" }
        },
        VerifiableRule("6.8", "a name that is too long") { trial in
            let name = "A name that is longer than what an advertisement can have"
            let publication = trial.publication()
            try publication.powerOn()
            _ = try publication.advertise(name: name)
            let visitor = try trial.visitor()
            try visitor.powerOn()
            _ = try visitor.discover(.init(services: [PublishedID.service], allowsDuplicates: true))
            let heard =
                try visitor.report("a report with a name") { $1.localName != nil }
                .advertisement.localName ?? ""
            try trial.require(
                heard.utf8.count < 29 && name.hasPrefix(heard), "the name on air is \(heard)")
        },
        VerifiableRule("6.9", "advertising that is started twice") { trial in
            let publication = trial.publication()
            try publication.powerOn()
            let first = try publication.advertise()
            try trial.require(first == nil, "the first start gives \(first.map { "\($0)" } ?? "")")
            let second = try publication.advertise([PublishedID.later])
            try trial.require(
                second == .alreadyAdvertising, "the second start gives \(second.map { "\($0)" } ?? "nil")")
        },
        VerifiableRule("6.26", "a service that the app adds while a central is linked") { trial in
            let publication = trial.publication()
            try publication.open()
            let visitor = try trial.visitor()
            let peer = try visitor.openBench()
            visitor.pause(.seconds(2))
            _ = try publication.add(PublishedID.later())
            try visitor.next("didModifyServices") { event -> Void? in
                if case .servicesModified(peer, _) = event { () } else { nil }
            }
            let found = try visitor.services(of: peer).map(\.uuid)
            try trial.require(found.contains(PublishedID.later), "the services are \(found)")
        },
        VerifiableRule("4.16", "a peripheral manager that ends while a central is linked") { trial in
            let publication = trial.publication()
            try publication.open()
            let visitor = try trial.visitor()
            let peer = try visitor.openBench()
            visitor.pause(.seconds(2))
            publication.close()
            try visitor.next("didModifyServices") { event -> Void? in
                if case .servicesModified(peer, _) = event { () } else { nil }
            }
            try visitor.none("the end of the link", for: .seconds(3)) {
                if case .disconnected = $0 { true } else { false }
            }
        },
    ]
}
