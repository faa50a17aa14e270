import FaradaySimulation
import Foundation
import RandomCases
import Testing

/// Faults as values: what they print, how they are stored, what is simpler.
@Suite struct FaultValueTests {
    @Test("A fault prints as the Swift that makes it")
    func prints() {
        let rows: [(Fault, String)] = [
            (
                .read("2A19", of: "HR-1").nth(2).fails(.insufficientEncryption),
                ".read(\"2A19\", of: \"HR-1\").nth(2).fails(.insufficientEncryption)"
            ),
            (.notification("2A37").nth(3).dropsLink(), ".notification(\"2A37\").nth(3).dropsLink(.timeout)"),
            (
                .connect(to: "HR-1").isDelayed(by: .seconds(12)),
                ".connect(to: \"HR-1\").isDelayed(by: .seconds(12))"
            ),
            (
                .write("2A39", service: "180D", value: [1, 0xAB]).every(3).withChance(0.25).dropsLink(
                    .peer, .between),
                ".write(\"2A39\", service: \"180D\", value: [0x01, 0xAB]).every(3).withChance(0.25)"
                    + ".dropsLink(.peer, .between)"
            ),
            (
                .subscribe(to: "2A37").on("phone 2").between(.milliseconds(1500), .minutes(2)).isLost(),
                ".subscribe(to: \"2A37\").on(\"phone 2\").between(.milliseconds(1500), .minutes(2)).isLost()"
            ),
            (
                .at(.seconds(20), of: "La\"b\u{E9}").afterFault(0).turnsDeviceOff(),
                ".at(.seconds(20), of: \"La\\\"b\\u{E9}\").afterFault(0).turnsDeviceOff()"
            ),
            (.publish("180D").fails(.local(8)), ".publish(\"180D\").fails(.local(8))"),
            (.exchangeMTU(with: "Lab").nth(2).hasMTU(23), ".exchangeMTU(with: \"Lab\").nth(2).hasMTU(23)"),
            (.closeChannel().isLost(), ".closeChannel().isLost()"),
            (.discoverServices(of: "Lab").isWedged(), ".discoverServices(of: \"Lab\").isWedged()"),
            (
                .discoverServices().isWedged(endingLinkAfter: .minutes(4)),
                ".discoverServices().isWedged(endingLinkAfter: .minutes(4))"
            ),
            (.read().endsApp(), ".read().endsApp()"), (.read().endsApp(2), ".read().endsApp(2)"),
            (.read().suspendsApp(for: .seconds(1)), ".read().suspendsApp(for: .seconds(1))"),
            (.read().suspendsApp(2, for: .seconds(1)), ".read().suspendsApp(2, for: .seconds(1))"),
            (.pairingStep().fails(.pairing(5)), ".pairingStep().fails(.pairing(0x05))"),
        ]
        for (fault, text) in rows { #expect(fault.description == text) }
        let plan: FaultPlan = [.read().isLost(), .rssi().fails(.unknown)]
        #expect(plan.description == "[.read().isLost(), .rssi().fails(.unknown)]")
    }

    @Test("A stored fault that names no app is read as before, and an app is kept")
    func codesApps() throws {
        let decoder = JSONDecoder()
        func effect(_ text: String) throws -> Fault.Effect {
            try decoder.decode(Fault.Effect.self, from: Data(text.utf8))
        }
        #expect(try effect(#"{"appEnd":{}}"#) == .appEnd())
        let whole = try decoder.decode(
            Fault.self, from: JSONEncoder().encode(Fault.read().suspendsApp(2, for: .seconds(1))))
        #expect(whole.effect == .appSuspension(.seconds(1), app: 2))
    }

    private static let vocabularies: [(String, FaultVocabulary)] = [
        ("radio", .radio), ("peripheral", .peripheral), ("system", .system), ("anything", .anything),
    ]

    @Test("Every drawn fault makes sense, and is the same after coding", arguments: [0, 1, 2, 3])
    func drawnFaults(_ number: Int) throws {
        let vocabulary = Self.vocabularies[number].1
        var sizes: [Int: Int] = [:]
        var texts: Set<String> = []
        let surroundings = FaultSurroundings(devices: ["HR-1"], characteristics: ["2A37", "2A19"])
        for seed in 0..<UInt64(randomCases(1000)) {
            let plan = vocabulary.plan(seed: seed, for: seed % 2 == 0 ? .unknown : surroundings)
            sizes[plan.count, default: 0] += 1
            for fault in plan.faults {
                #expect(fault.problem == nil, "\(fault)")
                texts.insert(fault.description)
            }
            #expect(plan == vocabulary.plan(seed: seed, for: seed % 2 == 0 ? .unknown : surroundings))
            let data = try JSONEncoder().encode(plan)
            let decoded = try JSONDecoder().decode(FaultPlan.self, from: data)
            #expect(decoded == plan)
            #expect(decoded.description == plan.description)
        }
        let single = sizes[1] ?? 0
        #expect(Double(single) / Double(randomCases(1000)) > 0.4)
        #expect(sizes.keys.allSatisfy { (1...4).contains($0) })
        #expect(texts.count > 50)
    }

    @Test("Simplifications are other faults that make sense, and every chain of them ends")
    func simplifications() {
        for seed in 0..<UInt64(randomCases(300)) {
            var plan = FaultVocabulary.anything.plan(seed: seed)
            var steps = 0
            while let next = plan.simplifications.last, steps < 500 {
                #expect(next != plan)
                for fault in next.faults { #expect(fault.problem == nil, "\(fault)") }
                plan = next
                steps += 1
            }
            #expect(steps < 500)
        }
        let fault: Fault = .read("2A19").nth(8).isDelayed(by: .seconds(10))
        #expect(fault.simplifications.first == .read("2A19").nth(1).isDelayed(by: .seconds(10)))
        #expect(fault.simplifications.contains(.read("2A19").nth(8).isDelayed(by: .seconds(5))))
    }

    @Test("A plan without one of its faults keeps what the others wait for")
    func removing() {
        let plan: FaultPlan = [
            .read().isLost(), .write().isLost(), .rssi().afterFault(1).fails(.unknown),
            .connect().afterFault(0).isLost(),
        ]
        #expect(
            plan.removing(at: 0) == [
                .write().isLost(), .rssi().afterFault(0).fails(.unknown), .connect().isLost(),
            ])
    }

    @Test("Each operation allows what its row says")
    func allowedEffects() {
        let effects: [(String, Fault.Effect)] = [
            ("ATT error", .failure(.unlikelyError)), ("CBError", .failure(.unknown)),
            ("delay", .delay(.seconds(1))), ("never answered", .silence), ("lost", .loss),
            ("repeated", .repetition(2)), ("overtaken", .overtaking), ("other bytes", .corruption),
            ("link before", .linkDrop(.peer, .before)), ("link between", .linkDrop(.peer, .between)),
            ("link after", .linkDrop(.peer, .after)), ("reset", .deviceReset),
            ("radio", .radioOff(.seconds(1))),
        ]
        let counts = Fault.Operation.allCases.map { operation in
            effects.filter { operation.allows($0.1) }.count
        }
        #expect(counts.allSatisfy { $0 >= 3 })
        #expect(Fault.Operation.read.allows(.linkDrop(.timeout, .between)))
        #expect(!Fault.Operation.notification.allows(.linkDrop(.timeout, .between)))
        #expect(!Fault.Operation.connect.allows(.failure(.unlikelyError)))
        #expect(!Fault.Operation.time.allows(.loss))
    }

    @Test("What the radio loses is repeated: among its faults only a request to connect is lost")
    func radioLosesNothing() {
        var losses: Set<Fault.Operation> = []
        var operations: Set<Fault.Operation> = []
        for seed: UInt64 in 0..<5_000 {
            for fault in FaultVocabulary.radio.plan(seed: seed).faults {
                operations.insert(fault.point.operation)
                if fault.effect == .loss { losses.insert(fault.point.operation) }
            }
        }
        #expect(losses == [.connect])
        #expect(operations.isSuperset(of: [.scanReport, .notification, .read, .connect, .time]))
    }
}
