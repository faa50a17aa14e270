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
            0.000000  Lab    -- added at 2 m
            0.000000  phone  -- added at 0 m
            0.000000  phone  -> a CBCentralManager is created
            0.005000  phone  <- didUpdateState poweredOn
            0.005000  phone  -> scanForPeripherals nil
            0.010707  phone  <- didDiscover Lab, -46 dBm, FFE0
            0.010707  phone  -> stopScan
            0.010707  phone  -> connect Lab
            0.010707  Lab    -- FAULT .connect(to: "Lab").nth(1).isDelayed(by: .seconds(5))
            5.067542  phone  <- didConnect Lab
            5.067542  phone  -> discoverServices of Lab
            5.167542  phone  <- isReadyToSendWriteWithoutResponse to Lab
            5.219658  phone  <- didDiscoverServices of Lab: FFE0
            5.219658  phone  -> discoverCharacteristics for FFE0 of Lab
            5.459066  phone  <- didDiscoverCharacteristics for FFE0 of Lab: FFE1, FFE2, FFE3, FFE4, FFE5
            5.459066  phone  -> setNotifyValue true FFE3 of Lab
            5.459066  phone  -> readValue FFE1 of Lab
            5.459066  phone  -> readValue FFE1 of Lab
            5.699050  phone  <- didUpdateNotificationState true FFE3 of Lab
            5.729058  Lab    -- FAULT .read("FFE1").nth(1).fails(.unlikelyError)
            5.759066  phone  <- didUpdateValue FFE1 of Lab: error unlikelyError
            5.819062  phone  <- didUpdateValue FFE1 of Lab: 010203
            6.459066  Lab    -- update FFE3: 01 (2 times, last at 6.659066: 02)
            6.479062  phone  <- didUpdateValue FFE3 of Lab: 01
            6.659066  Lab    -- FAULT .notification("FFE3").nth(2).isLost()
            6.859066  Lab    -- update FFE3: 03
            6.869062  phone  <- didUpdateValue FFE3 of Lab: 03
            7.059066  phone  -> writeValue FFE2 of Lab: 0708 withResponse
            7.079066  Lab    -- FAULT .write("FFE2").nth(1).dropsLink(.peer, .between)
            7.138836  phone  <- didDisconnectPeripheral Lab: error peripheralDisconnected
            7.138836  phone  -> connect Lab
            7.149245  phone  <- didConnect Lab
            7.149245  phone  -> discoverServices of Lab
            7.151393  Lab    -- FAULT .exchangeMTU(with: "Lab").nth(2).hasMTU(23)
            7.249245  phone  <- isReadyToSendWriteWithoutResponse to Lab
            7.301361  phone  <- didDiscoverServices of Lab: FFE0
            7.301361  phone  -> discoverCharacteristics for FFE0 of Lab
            7.600769  phone  <- didDiscoverCharacteristics for FFE0 of Lab: FFE1, FFE2, FFE3, FFE4, FFE5
           20.000000  phone  -- FAULT .at(.seconds(20)).turnsRadioOff(for: .seconds(1))
           20.000000  phone  -- Bluetooth: off
           20.000000  phone  <- didUpdateState poweredOff
           21.000000  phone  -- Bluetooth: on
           21.000000  phone  <- didUpdateState poweredOn

        """
}
