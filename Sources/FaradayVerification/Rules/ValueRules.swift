import BluetoothPort
import BluetoothTypes

private func text(_ error: PortError?) -> String { error.map { "\($0)" } ?? "nil" }

/// Reads, writes and notifications.
enum ValueRules {
    static let values = [
        VerifiableRule("5.1", "a read, and then a notification") { trial in
            try trial.openBench()
            _ = try trial.notify(BenchID.notified, true)
            try trial.tell(.notify(count: 1, every: 100))
            let value = try trial.value(of: try trial.attribute(BenchID.notified))
            try trial.require(value == .success([1]), "the notification is \(value)")
            let read = try trial.read(BenchID.notified)
            try trial.require(read == .success([1]), "the read gives \(read)")
        },
        VerifiableRule("5.4", "a value of 300 bytes") { trial in
            try trial.openBench()
            let value = try trial.read(BenchID.long).get()
            try trial.require(value == Bench.longValue, "there are \(value.count) bytes")
        },
        VerifiableRule("5.5", "a read without the property") { trial in
            try trial.openBench()
            let answer = try trial.read(BenchID.control)
            try trial.require(answer == .failure(.att(code: 2)), "the answer is \(answer)")
        },
        VerifiableRule("5.6", "a write with response that is not accepted") { trial in
            try trial.openBench()
            let error = try trial.write(BenchID.long, [1])
            try trial.require(error == .att(code: 3), "the error is \(text(error))")
        },
        VerifiableRule("5.7", "a write without response without the property") { trial in
            let peer = try trial.openBench()
            let attribute = try trial.attribute(BenchID.value)
            _ = try trial.write(BenchID.value, [3])
            let result = trial.send(.writeCharacteristic(peer, attribute, [9], .withoutResponse))
            try trial.require(result == .ignored, "the write was not dropped")
            let value = try trial.read(BenchID.value)
            try trial.require(value == .success([3]), "the value is \(value)")
        },
        VerifiableRule("5.8", "a write without response") { trial in
            let peer = try trial.openBench()
            let attribute = try trial.attribute(BenchID.unanswered)
            trial.send(.writeCharacteristic(peer, attribute, [4], .withoutResponse))
            // The bench may answer a read before it has kept what came before that.
            trial.pause(.seconds(1))
            let value = try trial.read(BenchID.value)
            try trial.require(value == .success([4]), "the bench has \(value)")
            try trial.none("didWriteValue", for: .seconds(2)) {
                if case .characteristicWritten = $0 { true } else { false }
            }
        },
        VerifiableRule("5.9", "the longest writes") { trial in
            let peer = try trial.connect()
            trial.pause(.seconds(2))
            let long = trial.port.maximumWriteLength(to: peer, .withResponse)
            let short = trial.port.maximumWriteLength(to: peer, .withoutResponse)
            let mtu = trial.port.mtu(of: peer)
            try trial.require(long == 512, "with response it is \(long)")
            try trial.require(short == mtu - 3, "without response it is \(short), and the MTU \(mtu)")
        },
        VerifiableRule("5.11", "the MTU, about which the app does nothing") { trial in
            let peer = try trial.connect()
            trial.pause(.seconds(2))
            let mtu = trial.port.mtu(of: peer)
            try trial.require(mtu > 23, "it stays \(mtu)")
        },
        VerifiableRule("5.13", "a write of 513 bytes") { trial in
            try trial.openBench()
            let error = try trial.write(BenchID.value, [UInt8](repeating: 1, count: 513))
            try trial.require(error == .att(code: 13), "the error is \(text(error))")
        },
    ]

    static let notifying = [
        VerifiableRule("5.20", "a subscription to what only indicates") { trial in
            try trial.openBench()
            let answer = try trial.notify(BenchID.indicated, true)
            try trial.require(answer.isNotifying && answer.error == nil, "the answer is \(answer)")
        },
        VerifiableRule("5.21", "a subscription") { trial in
            try trial.openBench()
            let answer = try trial.notify(BenchID.notified, true)
            try trial.require(answer.isNotifying && answer.error == nil, "the answer is \(answer)")
        },
        VerifiableRule("5.22", "a subscription to what does not notify") { trial in
            try trial.openBench()
            let answer = try trial.notify(BenchID.value, true)
            try trial.require(answer.error == .att(code: 6), "the error is \(text(answer.error))")
        },
        VerifiableRule("5.24", "a subscription twice") { trial in
            try trial.openBench()
            _ = try trial.notify(BenchID.notified, true)
            let answer = try trial.notify(BenchID.notified, true)
            try trial.require(answer.isNotifying && answer.error == nil, "the second answer is \(answer)")
        },
        VerifiableRule("5.25", "subscriptions of two managers, and one that ends") { trial in
            let peer = try trial.openBench()
            let other = trial.another()
            try other.openBench(known: peer)
            _ = try trial.notify(BenchID.notified, true)
            _ = try other.notify(BenchID.notified, true)
            let attribute = try trial.attribute(BenchID.notified)
            try trial.tell(.notify(count: 1, every: 100))
            try trial.require(
                try trial.value(of: attribute) == .success([1]), "this manager has another value")
            try trial.require(
                try other.value(of: attribute) == .success([1]), "the other manager has another value")
            _ = try other.notify(BenchID.notified, false)
            try trial.tell(.notify(count: 2, every: 100))
            try trial.require(
                try trial.value(of: attribute) == .success([1]), "this manager's subscription has ended, too")
            try other.none("a value for who has unsubscribed", for: .seconds(1)) {
                if case .characteristicValue = $0 { true } else { false }
            }
        },
        VerifiableRule("5.28", "twenty notifications, 50 ms apart") { trial in
            try trial.openBench()
            _ = try trial.notify(BenchID.notified, true)
            let attribute = try trial.attribute(BenchID.notified)
            try trial.tell(.notify(count: 20, every: 50))
            var values: [UInt8] = []
            for _ in 0..<20 { values += try trial.value(of: attribute).get() }
            try trial.require(values == Array(1...20), "the values are \(values)")
        },
        VerifiableRule("5.30", "the signal strength of a link") { trial in
            let peer = try trial.connect()
            trial.send(.readRSSI(peer))
            let rssi = try trial.next("didReadRSSI") { event -> Result<Int, PortError>? in
                if case .rssi(peer, let result) = event { result } else { nil }
            }
            guard case .success(-127...20) = rssi else { throw TrialEnd.otherwise("the answer is \(rssi)") }
        },
        VerifiableRule("5.40", "error codes of the bench") { trial in
            try trial.openBench()
            for code: UInt8 in [0x80, 0x9F, 0xFF, 0x11] {
                try trial.tell(.refuse(code))
                let (read, written) = (
                    try trial.read(BenchID.refusing), try trial.write(BenchID.refusing, [1])
                )
                try trial.require(read == .failure(.att(code: code)), "the read of \(code) gives \(read)")
                try trial.require(written == .att(code: code), "the write of \(code) gives \(text(written))")
            }
            try trial.tell(.refuse(0))
            let read = try trial.read(BenchID.refusing)
            try trial.require(read == .success([0]), "without a code the read gives \(read)")
        },
    ]
}
