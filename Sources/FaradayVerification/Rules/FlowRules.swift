import BluetoothPort
import BluetoothTypes

private func isReady(_ event: Central.Event) -> Bool {
    if case .readyToWriteWithoutResponse = event { true } else { false }
}

/// Writes without response, as many at once as no queue holds: each is its number.
private func flood(_ trial: Trial) throws -> PeerIdentifier {
    let peer = try trial.openBench()
    trial.pause(.seconds(2))
    trial.skip()
    let attribute = try trial.attribute(BenchID.unanswered)
    for number: UInt8 in 1...250 {
        trial.send(.writeCharacteristic(peer, attribute, [number], .withoutResponse))
    }
    return peer
}

/// How much passes at once, and how long requests wait.
enum FlowRules {
    static let flow = [
        VerifiableRule("5.10", "the longest write without response, and what tells that it grows") { trial in
            let peer = try trial.connect()
            trial.skip()
            trial.pause(.seconds(2))
            let length = trial.port.maximumWriteLength(to: peer, .withoutResponse)
            try trial.require(length > 20, "it stays \(length)")
            try trial.none("a callback about it", for: .seconds(1)) {
                if case .nameChanged = $0 { false } else { !isReady($0) }
            }
        },
        VerifiableRule("5.14", "a value whose length the bench refuses") { trial in
            try trial.openBench()
            try trial.tell(.refuse(0x0D))
            let error = try trial.write(BenchID.refusing, [1, 2, 3])
            try trial.require(error == .att(code: 13), "the error is \(error.map { "\($0)" } ?? "nil")")
        },
        VerifiableRule("5.15", "a write without response of 500 bytes") { trial in
            let peer = try trial.openBench()
            trial.pause(.seconds(2))
            let attribute = try trial.attribute(BenchID.unanswered)
            let bytes = [UInt8](repeating: 7, count: 500)
            trial.send(.writeCharacteristic(peer, attribute, bytes, .withoutResponse))
            // The bench may answer a read before it has kept what came before that.
            trial.pause(.seconds(1))
            let (count, mtu) = (try trial.read(BenchID.value).get().count, trial.port.mtu(of: peer))
            try trial.require(count == mtu - 3, "\(count) bytes arrive, and the MTU is \(mtu)")
        },
        VerifiableRule("5.16", "250 writes without response at once") { trial in
            _ = try flood(trial)
            trial.pause(.seconds(3))
            let last = try trial.read(BenchID.value).get()
            try trial.require(last != [250], "the last one has arrived")
        },
        VerifiableRule("5.17", "the queue that is full, and has room again") { trial in
            let peer = try flood(trial)
            try trial.require(
                !trial.port.canSendWriteWithoutResponse(to: peer), "there is room after 250 writes")
            try trial.next("readyToSendWriteWithoutResponse") { isReady($0) ? () : nil }
            try trial.none("a second callback", for: .seconds(3), isReady)
            try trial.require(
                trial.port.canSendWriteWithoutResponse(to: peer), "there is no room after the callback")
        },
        VerifiableRule("5.18", "whether there is room for a write, two seconds after didConnect") { trial in
            let peer = try trial.openBench()
            trial.pause(.seconds(2))
            try trial.require(
                trial.port.canSendWriteWithoutResponse(to: peer), "there is no room without any write")
        },
        VerifiableRule("5.19", "a write without response behind a read that takes three seconds") { trial in
            let peer = try trial.openBench()
            _ = try trial.notify(BenchID.notified, true)
            try trial.tell(.answer(after: 3000))
            trial.send(.readCharacteristic(peer, try trial.attribute(BenchID.slow)))
            let attribute = try trial.attribute(BenchID.unanswered)
            trial.send(.writeCharacteristic(peer, attribute, [6], .withoutResponse))
            let value = try trial.value(of: try trial.attribute(BenchID.notified), within: .seconds(2))
            try trial.require(value == .success([6]), "the bench notifies \(value)")
            _ = try trial.value(of: try trial.attribute(BenchID.slow))
        },
        VerifiableRule("5.27", "a notification of 500 bytes") { trial in
            let peer = try trial.openBench()
            trial.pause(.seconds(2))
            _ = try trial.notify(BenchID.notified, true)
            try trial.tell(.notifyLong(500))
            let count = try trial.value(of: try trial.attribute(BenchID.notified)).get().count
            let mtu = trial.port.mtu(of: peer)
            try trial.require(count <= mtu - 3, "\(count) bytes arrive, and the MTU is \(mtu)")
        },
    ]

    static let limits = [
        VerifiableRule("9.13", "a value of 512 bytes, and one of 513") { trial in
            try trial.openBench()
            let bytes = (0..<512).map { UInt8(truncatingIfNeeded: $0 / 3) }
            let error = try trial.write(BenchID.value, bytes)
            try trial.require(error == nil, "512 bytes give \(error.map { "\($0)" } ?? "")")
            let longer = try trial.write(BenchID.value, bytes + [1])
            try trial.require(longer != nil, "513 bytes are written")
            let value = try trial.read(BenchID.value).get()
            try trial.require(value == bytes, "there are \(value.count) bytes, or other ones")
        },
        VerifiableRule("9.16", "how long a request waits that is not answered") { trial in
            try trial.openBench()
            try trial.tell(.answer(after: 45_000))
            let began = trial.clock.now
            _ = try trial.read(BenchID.slow, within: .seconds(44))
            let took = trial.clock.now - began
            try trial.require(took > .seconds(28) && took < .seconds(33), "it waits \(took)")
        },
        VerifiableRule("9.17", "the MTU a second after didConnect, and later") { trial in
            let peer = try trial.connect()
            trial.pause(.seconds(1))
            let early = trial.port.mtu(of: peer)
            trial.pause(.seconds(3))
            let late = trial.port.mtu(of: peer)
            try trial.require(early > 23 && early == late, "it is \(early), and then \(late)")
        },
    ]
}
