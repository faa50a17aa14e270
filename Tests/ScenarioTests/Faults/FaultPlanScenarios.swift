import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import RandomCases
import Testing

/// Plans as a whole: the same seed and plan give the same trace, and a plan that does nothing changes nothing.
@Suite struct FaultPlanScenarios {
    /// The trace of an app's usual life in a world with this plan.
    private static func trace(_ seed: UInt64, _ plan: FaultPlan?) throws -> String {
        let world = World(seed: seed)
        world.misusePolicy = .record
        world.startTrace(capacity: 400_000)
        if let plan { world.inject(plan) }
        let device = world.add(FaultLab().definition, at: .meters(2))
        let app = world.addPhone().run { FaultApp(world) }
        try? world.run(until: { app.isReady }, timeout: .seconds(20))
        if app.isReady, app.peripheral?.state == .connected {
            app.subscribe()
            for number: UInt8 in 0..<4 {
                if app.peripheral?.state == .connected {
                    app.read()
                    app.write([number, 1])
                }
                device.update("FFE3", [number])
                try world.run(for: .milliseconds(300))
            }
        }
        try world.run(for: .seconds(35))
        return world.traceJSONLines()
    }

    @Test("A plan whose faults never act leaves the trace as it is, byte for byte")
    func nothingHappens() throws {
        let plan: FaultPlan = [
            .read("FFFF").fails(.unlikelyError), .connect(to: "Nobody").isLost(),
            .notification().nth(900).isLost(), .write(value: [4, 4, 4]).isNeverAnswered(),
            .scanReport(of: "Nobody").isLost(), .at(.hours(3)).resetsDevice(),
            .openChannel().fails(.channel(4)), .pairingStep().isLost(), .rssi().fails(.unknown),
        ]
        for seed: UInt64 in 1...3 {
            let (plain, faulty) = (try Self.trace(seed, nil), try Self.trace(seed, plan))
            #expect(plain == faulty)
            #expect(plain.contains("centralEvent") || plain.count > 10_000)
        }
    }

    @Test("The same seed and the same drawn plan give the same trace")
    func sameTrace() throws {
        for seed in 0..<UInt64(randomCases(5)) {
            let plan = FaultVocabulary.anything.plan(seed: seed)
            let (one, other) = (try Self.trace(seed, plan), try Self.trace(seed, plan))
            #expect(one == other, "seed \(seed): \(plan)")
        }
    }

    @Test("A firing is in the trace, the story, the JSON and the capture")
    func firingsAreTold() throws {
        let world = World(seed: 3)
        world.startTrace(capacity: 100_000)
        world.inject(.read("FFE1", of: "Lab").nth(1).fails(.unlikelyError))
        world.add(FaultLab().definition, at: .meters(2))
        let app = world.addPhone().run { FaultApp(world) }
        try world.run(until: { app.isReady })
        app.read()
        try world.run(until: { app.lines.last == "value ATT 14" })
        let text = "FAULT .read(\"FFE1\", of: \"Lab\").nth(1).fails(.unlikelyError)"
        #expect(world.traceText().contains(text))
        #expect(world.storyText().contains(text))
        #expect(world.traceJSONLines().contains("\"kind\":\"fault\""))
        let capture = String(decoding: world.capture(), as: UTF8.self)
        #expect(capture.contains("fault: "))
        #expect(capture.contains(".nth(1).fails(.unlikelyError) (phone - Lab)"))
    }

    @Test(
        "A fault that did nothing is told with the reason",
        arguments: [
            (Fault.read(of: "HR-2").fails(.unlikelyError), "there is no device HR-2"),
            (.read().on("tablet").fails(.unlikelyError), "there is no phone tablet"),
            (.startAdvertising(of: "lock").fails(.unknown), "there is no phone lock"),
            (.read("2A19").fails(.unlikelyError), "no device has characteristic 2A19 (Battery Level)"),
            (
                .read("2A19", of: "Lab").fails(.unlikelyError),
                "Lab has no characteristic 2A19 (Battery Level)"
            ),
            (
                .discoverCharacteristics("180D", of: "Lab").isLost(),
                "Lab has no service 180D (Heart Rate)"
            ),
            (.at(.hours(1)).turnsRadioOff(), "the world did not come to that time: it is at "),
            (.read("FFE1").after(.hours(1)).isLost(), "the world did not come to that time: it is at "),
            (.read("FFE1").nth(3).isLost(), "it came only once"),
            (.rssi().fails(.unknown), "there was no such measurement of the signal strength"),
        ])
    func reasons(_ fault: Fault, _ reason: String) throws {
        let world = World(seed: 1)
        world.inject(fault)
        world.add(FaultLab().definition, at: .meters(2))
        let app = world.addPhone().run { FaultApp(world) }
        try world.run(until: { app.isReady })
        app.read()
        try world.run(until: { app.lines.last == "value [1, 2, 3]" })
        let text = try #require(world.unfiredFaultText?.text)
        #expect(text.hasPrefix("A fault was injected and did nothing:\n    \(fault): \(reason)"))
    }

    @Test("A fault that did nothing for want of another one names that one, or the device that is missing")
    func reasonsOfPlans() throws {
        let world = World(seed: 1)
        world.inject(.write("FFE2").isLost(), .read("FFE1").afterFault(0).isLost())
        let nothing = try #require(world.unfiredFaultText?.text)
        #expect(
            nothing == """
                2 faults were injected and did nothing:
                    .write("FFE2").isLost(): there is no device
                    .read("FFE1").afterFault(0).isLost(): there is no device
                """)
        world.add(FaultLab().definition)
        let text = try #require(world.unfiredFaultText?.text)
        #expect(text.hasSuffix(".isLost(): the fault before it, .write(\"FFE2\").isLost(), did nothing"))
    }

    @Test("Faults that did nothing are told at the end: as a warning, or as a failure where asked")
    func unfiredFaults() throws {
        let world = World()
        #expect(world.unfiredFaultText == nil)
        world.inject(.read("FFE1").fails(.unlikelyError), .rssi().fails(.unknown))
        let warning = try #require(world.unfiredFaultText)
        #expect(!warning.isFailure)
        #expect(warning.text.hasPrefix("2 faults were injected and did nothing"))
        #expect(warning.text.contains(".rssi().fails(.unknown)"))

        let error = #expect(throws: SimulatedTestFailure.self) {
            try withWorld { world in
                world.inject(.read("FFE1").fails(.unlikelyError))
                world.requireAllFaults()
            }
        }
        let unfired = try #require(error?.underlying as? UnfiredFaults)
        #expect(unfired.description.contains("A fault was injected and did nothing"))
    }

    @Test("A plan that makes no sense is a mistake of the test, at its line")
    func mistakes() throws {
        let rows: [(Fault, String)] = [
            (.connect().fails(.unlikelyError), "fails(.unlikelyError) makes no sense for a connect"),
            (.read().nth(0).isLost(), "operations are counted from 1 on"),
            (.read("xyz").isLost(), "\"xyz\" is not a UUID"),
            (.read().withChance(2).isLost(), "the chance 2.0 is not from 0 to 1"),
            (.read().isWedged(), "isWedged() makes no sense for a read"),
            (.read().hasMTU(23), "hasMTU(23) makes no sense for a read"),
            (.closeChannel().isCorrupted(), "isCorrupted() makes no sense for the closing of a channel"),
            (
                .startAdvertising().resetsDevice(),
                "resetsDevice() makes no sense for the start of advertising"
            ),
            (.discoverServices().isWedged(endingLinkAfter: .zero), "is not longer than 0"),
            (.read().isDoubled(), "isDoubled() makes no sense for a read"),
            (.read().afterFault(3).isLost(), "fault 3 does not come before fault 0"),
            (.read().between(.seconds(2), .seconds(1)).isLost(), "is not after"),
            (.notification().isRepeated(5000), "not from 2 to 1000"),
        ]
        for (fault, text) in rows {
            let world = World()
            world.inject(fault)
            #expect(world.mistakes.count == 1)
            #expect(world.mistakes.first?.message.contains(text) == true, "\(fault)")
            #expect(world.mistakes.first?.place != nil)
            #expect(world.unfiredFaults.isEmpty)
        }
    }
}
