import BluetoothPort
import BluetoothTypes

private func isRequest(_ event: Peripheral.Event) -> Bool {
    switch event {
    case .readRequest, .writeRequests: true
    default: false
    }
}

/// The app publishes, and the second phone has discovered what it has.
private func serve(_ trial: Trial) throws -> (publication: Publication, visitor: Trial, peer: PeerIdentifier)
{
    let publication = trial.publication()
    try publication.open()
    let visitor = try trial.visitor()
    let peer = try visitor.openBench()
    visitor.pause(.seconds(2))
    return (publication, visitor, peer)
}

/// What an app answers and sends to centrals.
enum ServingRules {
    static let serving = [
        VerifiableRule("6.3", "a read of a value that does not change") { trial in
            let (publication, visitor, _) = try serve(trial)
            let value = try visitor.read(PublishedID.fixed)
            try trial.require(value == .success([7]), "the read gives \(value)")
            try publication.none("a request", for: .seconds(1), isRequest)
        },
        VerifiableRule("6.4", "a read and a write without a value") { trial in
            let (publication, visitor, peer) = try serve(trial)
            let attribute = try visitor.attribute(PublishedID.asked)
            visitor.send(.readCharacteristic(peer, attribute))
            let read = try publication.readRequest()
            publication.send(.respond(read.identifier, code: 0, value: [4, 2]))
            let value = try visitor.value(of: attribute)
            try trial.require(value == .success([4, 2]), "the read gives \(value)")
            visitor.send(.writeCharacteristic(peer, attribute, [1, 2], .withResponse))
            let write = try publication.writeRequests()
            publication.send(.respond(write.identifier, code: 0, value: nil))
            try trial.require(
                write.parts.map(\.value) == [[1, 2]], "the write has \(write.parts.map(\.value))")
            let error = try visitor.written(attribute)
            try trial.require(error == nil, "the write gives \(error.map { "\($0)" } ?? "")")
        },
        VerifiableRule("6.14", "what an app learns of a central, and when") { trial in
            let (publication, visitor, _) = try serve(trial)
            publication.skip()
            try publication.none("an event of a central that only discovers", for: .seconds(2)) { _ in true }
            _ = try visitor.notify(PublishedID.asked, true)
            _ = try publication.subscribed()
        },
        VerifiableRule("6.22", "a read that the app does not answer") { trial in
            let (publication, visitor, peer) = try serve(trial)
            visitor.send(.readCharacteristic(peer, try visitor.attribute(PublishedID.asked)))
            _ = try publication.readRequest()
            let value = try visitor.value(
                of: try visitor.attribute(PublishedID.asked), within: .seconds(40))
            try trial.require(value == .failure(.unknown), "the read gives \(value)")
        },
        VerifiableRule("6.23", "a write of 400 bytes") { trial in
            let (publication, visitor, peer) = try serve(trial)
            let attribute = try visitor.attribute(PublishedID.asked)
            let bytes = (0..<400).map { UInt8(truncatingIfNeeded: $0) }
            visitor.send(.writeCharacteristic(peer, attribute, bytes, .withResponse))
            let write = try publication.writeRequests()
            publication.send(.respond(write.identifier, code: 0, value: nil))
            try trial.require(write.parts.count > 1, "there is \(write.parts.count) request")
            try trial.require(
                write.parts.flatMap(\.value) == bytes, "the requests do not have all bytes in order")
            let error = try visitor.written(attribute)
            try trial.require(error == nil, "the write gives \(error.map { "\($0)" } ?? "")")
        },
        VerifiableRule("6.24", "a write without response, and an answer to it") { trial in
            let (publication, visitor, peer) = try serve(trial)
            let attribute = try visitor.attribute(PublishedID.asked)
            visitor.send(.writeCharacteristic(peer, attribute, [3], .withoutResponse))
            let write = try publication.writeRequests()
            try trial.require(write.parts.map(\.value) == [[3]], "it has \(write.parts.map(\.value))")
            publication.send(.respond(write.identifier, code: 0x80, value: nil))
            try visitor.none("an answer", for: .seconds(2)) {
                if case .characteristicWritten = $0 { true } else { false }
            }
        },
    ]

    static let updating = [
        VerifiableRule("5.39", "a read by the bench, over the link that the app has opened") { trial in
            try trial.publication().open()
            let peer = try trial.openBench()
            _ = try trial.notify(BenchID.notified, true)
            try trial.tell(.readBack)
            let value = try trial.value(of: try trial.attribute(BenchID.notified))
            try trial.require(value == .success([7]), "the bench has read \(value)")
            try trial.require(trial.port.mtu(of: peer) > 0, "the link has ended")
        },
        VerifiableRule("6.15", "a subscription, its end, and the end of a link") { trial in
            let (publication, visitor, peer) = try serve(trial)
            _ = try visitor.notify(PublishedID.asked, true)
            _ = try publication.subscribed()
            _ = try visitor.notify(PublishedID.asked, false)
            try publication.unsubscribed()
            _ = try visitor.notify(PublishedID.asked, true)
            _ = try publication.subscribed()
            visitor.send(.cancelConnection(peer))
            try publication.unsubscribed()
        },
        VerifiableRule("6.18", "an update of 500 bytes") { trial in
            let (publication, visitor, peer) = try serve(trial)
            _ = try visitor.notify(PublishedID.asked, true)
            let length = try publication.subscribed().maximumUpdateLength
            let mtu = visitor.port.mtu(of: peer)
            try trial.require(length == mtu - 3, "the longest is \(length), and the MTU \(mtu)")
            publication.update([UInt8](repeating: 1, count: 500))
            let count = try visitor.value(of: try visitor.attribute(PublishedID.asked)).get().count
            try trial.require(count == length, "\(count) bytes arrive")
        },
        VerifiableRule("6.19", "updates until the queue is full") { trial in
            let (publication, visitor, _) = try serve(trial)
            _ = try visitor.notify(PublishedID.asked, true)
            _ = try publication.subscribed()
            let count = (0..<1000).first { _ in !publication.update([UInt8](repeating: 1, count: 100)) }
            try trial.require(count != nil, "there is room for 1000 updates")
            try publication.next("isReadyToUpdateSubscribers") { event -> Void? in
                if case .readyToUpdateSubscribers = event { () } else { nil }
            }
            try trial.require(publication.update([2]), "there is no room after the callback")
        },
        VerifiableRule("6.20", "a read after an update") { trial in
            let (publication, visitor, peer) = try serve(trial)
            let attribute = try visitor.attribute(PublishedID.asked)
            _ = try visitor.notify(PublishedID.asked, true)
            _ = try publication.subscribed()
            publication.update([1])
            _ = try visitor.value(of: attribute)
            visitor.send(.readCharacteristic(peer, attribute))
            let read = try publication.readRequest()
            publication.send(.respond(read.identifier, code: 0, value: [9]))
            let value = try visitor.value(of: attribute)
            try trial.require(value == .success([9]), "the read gives \(value)")
        },
    ]
}
