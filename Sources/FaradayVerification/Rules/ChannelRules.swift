import BluetoothPort
import BluetoothTypes

private func isClosed(_ event: Central.Event) -> Bool {
    if case .channel(_, .closed) = event { true } else { false }
}

/// L2CAP channels.
enum ChannelRules {
    static let channels = [
        VerifiableRule("6.29", "the PSM that the system chooses, and its end") { trial in
            let publication = trial.publication()
            try publication.open()
            let psm = try publication.publishChannel()
            try trial.require(psm >= 192, "the PSM is \(psm)")
            let visitor = try trial.visitor()
            try visitor.openBench()
            _ = try visitor.channel(psm).get()
            publication.send(.unpublishChannel(psm: psm))
            try visitor.next("the end of the channel") { isClosed($0) ? () : nil }
        },
        VerifiableRule("6.30", "a channel to PSM 256, and one to PSM 0") { trial in
            try trial.openBench()
            for psm: UInt16 in [256, 0] {
                let answer = try trial.channel(psm)
                try trial.require(answer == .failure(.invalidParameters), "\(psm) gives \(answer)")
            }
        },
        VerifiableRule("6.31", "a channel to a PSM that the bench does not have") { trial in
            try trial.openBench()
            let answer = try trial.channel(0xF1)
            if case .success = answer { throw TrialEnd.otherwise("there is a channel") }
        },
        VerifiableRule("6.33", "2000 bytes over a channel and back, and the end of the link") { trial in
            try trial.openBench()
            let channel = try trial.benchChannel().identifier
            let bytes = (0..<2000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            trial.send(.channel(channel, .send(bytes)))
            var received: [UInt8] = []
            while received.count < bytes.count {
                let part = try trial.next("more than \(received.count) bytes") { event -> [UInt8]? in
                    if case .channel(channel, .received(let part)) = event { part } else { nil }
                }
                received += part
                trial.send(.channel(channel, .consume(part.count)))
            }
            try trial.require(received == bytes, "other bytes come back")
            try trial.tell(.disconnect(after: 100))
            try trial.next("the end of the channel") { isClosed($0) ? () : nil }
        },
    ]
}
