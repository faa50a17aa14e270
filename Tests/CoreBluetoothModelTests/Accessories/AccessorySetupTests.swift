import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// AccessorySetupKit in the model, whose host is played by the test.
@Suite struct AccessorySetupTests {
    private static var item: Accessories.DisplayItem {
        var descriptor = Accessories.Descriptor()
        descriptor.service = "FD01"
        descriptor.supportedOptions = .pairing
        return Accessories.DisplayItem(name: "Tag", descriptor: descriptor)
    }

    private static func bench() -> (Bench, SessionID) {
        var bench = Bench.poweredOn(.iOS(26))
        let manifest = AppManifest(accessorySetup: AccessorySetupKeys(services: ["FD01"]))
        bench.model.configure(Bench.app, manifest, at: bench.now)
        let session = bench.model.openAccessorySession(app: Bench.app, at: bench.now)
        bench.model.handle(.activate, from: session, at: bench.now)
        bench.drain()
        return (bench, session)
    }

    private static func advertisement() -> Host.Event {
        .advertisementReceived(
            Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [BluetoothUUID(0xFD01)])]))
    }

    @Test("Behaviour 28.5: the picker scans while it lists accessories, and hears every packet")
    func scan() throws {
        var (bench, session) = Self.bench()
        bench.seen = []
        bench.model.handle(.showPicker([Self.item], .init(), call: 1), from: session, at: bench.now)
        bench.drain()
        #expect(bench.takeHost().isEmpty, "it is not on the screen yet")
        bench.advance(.milliseconds(500))
        let started = bench.takeHost()
        guard case .gap(.startScanning(let parameters))? = started.first else {
            Issue.record("no scan: \(started)")
            return
        }
        #expect(!parameters.filtersDuplicates && parameters.interval == OSProfile.iOS(26).scanInterval)
        bench.host(Self.advertisement())
        let number = try #require(bench.model.setup.picker.state?.number)
        bench.model.answerPicker(number, .chooseFirst, at: bench.now)
        bench.drain()
        #expect(bench.takeHost() == [.gap(.stopScanning), .gap(.connect(Bench.peer))])
        #expect(bench.model.setup.picker.state?.holder != nil)
    }

    @Test(
        "Behaviour 28.12: without an answer of the accessory the picker gives up, and takes its connect back")
    func gone() throws {
        var (bench, session) = Self.bench()
        bench.model.handle(.showPicker([Self.item], .init(), call: 1), from: session, at: bench.now)
        bench.advance(.milliseconds(500))
        bench.host(Self.advertisement())
        let number = try #require(bench.model.setup.picker.state?.number)
        bench.model.answerPicker(number, .chooseFirst, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.advance(.seconds(30))
        #expect(bench.takeHost() == [.gap(.cancelConnect(Bench.peer))])
        bench.advance(.seconds(1))
        #expect(
            bench.take().contains(.accessory(session, .completed(call: 1, Accessories.Failure(code: 150)))))
    }

    @Test("Only accessories whose set-up is complete are set up")
    func exposure() {
        var (bench, _) = Self.bench()
        let peer = PeerIdentifier(seed: 42, address: Bench.peer)
        #expect(!bench.model.setup.has(peer, of: Bench.app))
        bench.model.setUpAccessory(Bench.peer, for: Bench.app, at: bench.now)
        #expect(bench.model.setup.has(peer, of: Bench.app) && !bench.model.setup.has(peer, of: AppID(2)))
    }

    /// What users, apps and the host do in any order: rules hold, calls end once at most, and all have ended when the
    /// picker is gone.
    @Test("The rules hold after every input, in any order", arguments: 0..<60)
    func invariant(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var (bench, session) = Self.bench()
        var ended: [UInt32] = []
        var call: UInt32 = 0
        for step in 0..<120 {
            call += 1
            Self.act(Int.random(in: 0..<20, using: &random), call, session, &bench)
            bench.drain()
            for case .accessory(_, .completed(let number, _)) in bench.take() { ended.append(number) }
            #expect(bench.model.setup.brokenRule == nil, "seed \(seed), step \(step)")
            #expect(bench.model.router.brokenRule == nil, "seed \(seed), step \(step)")
            #expect(bench.model.scanning.brokenRule == nil, "seed \(seed), step \(step)")
            if bench.model.setup.session(session)?.phase != .active {
                bench.model.closeAccessorySession(session, at: bench.now)
                session = bench.model.openAccessorySession(app: Bench.app, at: bench.now)
                bench.model.handle(.activate, from: session, at: bench.now)
            }
        }
        #expect(Set(ended).count == ended.count, "a call has ended twice")
        #expect(!ended.isEmpty)
    }

    private static func act(_ action: Int, _ call: UInt32, _ session: SessionID, _ bench: inout Bench) {
        let now = bench.now
        let accessory = bench.model.setup.accessories(of: Bench.app).first?.identifier ?? .init(rawValue: 1)
        func send(_ command: Accessories.Command) { bench.model.handle(command, from: session, at: now) }
        switch action {
        case 0, 1, 2: send(.showPicker([item], .init(), call: call))
        case 3: send(.showPicker([item], .init(timeout: nil, filtersDiscovery: true), call: call))
        case 4: send(.remove(accessory, call: call))
        case 5: send(.rename(accessory, call: call))
        case 6: send(.finishPickerDiscovery(call: call))
        case 7: send(call % 7 == 0 ? .invalidate : .failAuthorization(accessory, call: call))
        case 8, 9, 10, 11:
            let replies: [AccessoryPickerReply] = [.chooseFirst, .accept, .name("Keys"), .cancel]
            if let picker = bench.model.setup.picker.state {
                bench.model.answerPicker(picker.number, replies[Int(call) % replies.count], at: now)
            }
        case 12, 13: bench.host(advertisement())
        case 14: bench.linkUp()
        case 15: bench.host(.disconnected(Bench.link, .connectionTimeout))
        case 16: bench.host(.securityEnded(Bench.link, .failure(.timeout)))
        case 17: bench.model.setRadio(call % 3 == 0 ? .off : .on, at: now)
        case 18:
            if call % 5 == 0 {
                bench.model.terminate(Bench.app, .crash, at: now)
            } else {
                bench.model.setUpAccessory(Bench.peer, for: Bench.app, at: now)
            }
        default: bench.advance(.milliseconds(700))
        }
        if bench.model.radio == .on, bench.model.address == nil { bench.host(.ready(Bench.address)) }
    }
}
