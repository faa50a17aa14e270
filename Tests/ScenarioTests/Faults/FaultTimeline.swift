import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// What a failed test would print of a world where much goes wrong.
@Suite struct FaultTimeline {
    private static let plan: FaultPlan = [
        .connect(to: "Lab").nth(1).isDelayed(by: .seconds(5)),
        .exchangeMTU(with: "Lab").nth(2).hasMTU(23),
        .read("FFE1").nth(1).fails(.unlikelyError),
        .notification("FFE3").nth(2).isLost(),
        .write("FFE2").nth(1).dropsLink(.peer, .between),
        .at(.seconds(20)).turnsRadioOff(for: .seconds(1)),
    ]

    @Test("Six kinds of faults in one story: each one is told before what it does to the app")
    func story() throws {
        try withWorld(seed: 71) { world in
            world.startTrace()
            world.inject(Self.plan)
            world.requireAllFaults()
            let device = world.add(FaultLab().definition, at: .meters(2))
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            app.subscribe()
            app.read()
            app.read()
            try world.run(for: .seconds(1))
            for number: UInt8 in 1...3 {
                device.update("FFE3", [number])
                try world.run(for: .milliseconds(200))
            }
            app.write()
            try world.run(until: { app.lines.last?.hasPrefix("lost") == true })
            app.connect()
            try world.run(until: { app.isReady && app.peripheral?.state == .connected })
            try world.run(until: { world.now.nanoseconds > 22_000_000_000 })
            #expect(world.storyText() == Self.golden)
        }
    }

    private static let golden = """
        GOLDEN
        """
}
