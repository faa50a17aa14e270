import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayProtocol
import Testing

@testable import FaradaySimulation

/// Numbers without meaning, as a test may contain by mistake. Nothing traps: the number is reported as a mistake, or
/// the nearest valid one is used.
@Suite struct ExtremeTests {
    struct Extreme: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let test: @Sendable (World) throws -> Void
        init(_ name: String, _ test: @escaping @Sendable (World) throws -> Void) {
            (testDescription, self.test) = (name, test)
        }
    }

    private static func definition(
        mtu: UInt16 = 247, @DeviceBuilder _ parts: () -> [DevicePart] = { [] }
    ) -> DeviceDefinition {
        var definition = DeviceDefinition(name: "D", preferredMTU: mtu, parts)
        if definition.advertising.isEmpty { definition.advertising = [DeviceAdvertising()] }
        definition.services.append(
            DeviceService("180F") { DeviceCharacteristic("2A19", [.read, .write, .notify], value: [1]) })
        return definition
    }

    private static func device(
        _ name: String, mtu: UInt16 = 247,
        @DeviceBuilder _ parts: @escaping @Sendable () -> [DevicePart] = { [] }
    ) -> Extreme {
        Extreme(name) { world in world.add(definition(mtu: mtu, parts)) }
    }

    static let all: [Extreme] = [
        device("no MTU", mtu: 0), device("the largest MTU", mtu: .max),
        device("no interval") { DeviceAdvertising(interval: .zero) },
        device("a negative interval") { DeviceAdvertising(interval: .seconds(-1)) },
        device("a long interval") { DeviceAdvertising(interval: .hours(1_000_000)) },
        device("key sizes") { DeviceSecurity(.displayOnly, keySizes: 0...255) },
        device("a long passkey") { DeviceSecurity(.displayOnly, passkey: .max) },
        device("channel 0") { DeviceChannel(psm: 0, mtu: 0) },
        device("the last channel") { DeviceChannel(psm: .max, mtu: .max) },
        Extreme("a name without end") { world in
            world.add(DeviceDefinition(name: String(repeating: "x", count: 100_000)) { DeviceAdvertising() })
        },
        Extreme("power") { world in
            world.add(DeviceDefinition(name: "D", txPower: .max) { DeviceAdvertising() })
            world.add(DeviceDefinition(name: "D", txPower: .min) { DeviceAdvertising() })
        },
        Extreme("places") { world in
            let device = world.add(definition())
            for place in [Double.nan, .infinity, -.infinity, 1e308, 0] {
                device.move(to: Position(x: place, y: place, z: place))
                try world.run(for: .milliseconds(300))
            }
            device.move(to: .origin, for: .hours(.max))
            device.move(to: .outOfRange, for: .seconds(-5))
        },
        Extreme("values") { world in
            let device = world.add(definition())
            device.update("2A19", Array(repeating: 1, count: 100_000))
            #expect(!device.update(service: -1, characteristic: .max, [1]))
            device.rename(String(repeating: "y", count: 100_000))
        },
        Extreme("parameters") { world in
            let device = world.add(definition())
            let app = try LinkedApp(in: world, to: device)
            device.requestParameters(interval: .zero ... .zero, latency: .max, supervisionTimeout: .zero)
            device.requestParameters(
                interval: .hours(1) ... .hours(.max), latency: 0, supervisionTimeout: .hours(.max))
            try world.run(for: .seconds(1))
            device.reset(after: .seconds(-1))
            withExtendedLifetime(app) {}
        },
        Extreme("waits") { world in
            world.after(.seconds(-3)) {}
            try world.run(for: .seconds(-1))
            #expect(!world.attempt(until: { false }, timeout: .seconds(-1)).isMet)
            world.note("")
            world.startTrace(capacity: -1)
            world.startTrace(capacity: 0)
            world.note("kept")
            #expect(world.trace.count == 1)
            #expect(world.traceText(last: -5) == "" && world.storyText(last: 0) == "")
        },
        Extreme("the air") { world in
            world.configureMedium { air in
                air.pathLossExponent = .nan
                air.perPacketLoss = 7
                air.fadingDeviation = -.infinity
                air.powerVariation = .max
            }
            world.add(definition())
        },
        Extreme("a controller's room") { world in
            let controller = world.addController(name: "C", byteLimit: -1)
            controller.send(.command(.reset))
            #expect(controller.takePackets(-3).isEmpty)
        },
    ]

    @Test(arguments: all)
    func nothingTraps(_ extreme: Extreme) throws {
        let world = World(seed: 1, configuration: .init(bounds: .init(workAtOneInstant: 10_000)))
        world.onMistake { _ in }
        world.startTrace()
        let central = TestCentral(world.addPhone()) { central, event in
            switch event {
            case .stateChanged(.poweredOn): central.port.send(.scan(Central.ScanRequest()))
            case .discovered(let peer, _, _):
                central.port.send(.connect(peer.identifier, Central.ConnectOptions()))
            default: break
            }
        }
        do {
            try extreme.test(world)
            try world.run(for: .seconds(3))
        } catch World.RunError.boundReached, World.RunError.timedOut {
            // An endless loop at one instant is reported, too.
        }
        let text = world.traceText() + world.storyText() + world.openRequests.joined()
        #expect(text.allSatisfy { $0.isASCII })
        #expect(!world.snapshot().story(first: 5, last: 5).isEmpty)
        withExtendedLifetime(central) {}
    }
}
