import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

@Suite struct StackTests {
    @Test("A started phone resets its controller, and traces internal commands and events when asked")
    func start() {
        var stack = PhoneStack(profile: .iOS(18), identifierSeed: 1, name: "iPhone", address: Bench.address)
        stack.tracesHost = true
        stack.start(at: .zero)
        var outputs: [PhoneStack.Output] = []
        while let output = stack.nextOutput() { outputs.append(output) }
        #expect(outputs == [.model(.host(.powerOn)), .controller(.command(.reset))])
        #expect(stack.host.configuration.deviceName == "iPhone")
        #expect(stack.host.configuration.preferredMTU == 185)
        #expect(stack.host.configuration.parameterRequests == .ask)
    }

    @Test("A controller that never answers leaves the phone without Bluetooth")
    func silentController() {
        var stack = PhoneStack(profile: .iOS(18), identifierSeed: 1, name: "iPhone", address: nil)
        stack.start(at: .zero)
        let session = stack.openCentral(ManagerOptions(), app: AppID(1), at: .zero)
        var events: [PhoneStack.Output] = []
        for _ in 0..<100 {
            while let output = stack.nextOutput() {
                if case .model(.central) = output { events.append(output) }
            }
            guard let deadline = stack.nextDeadline else { break }
            stack.deadlineReached(at: deadline)
        }
        #expect(events == [.model(.central(session, .stateChanged(.unsupported)))])
        #expect(stack.nextDeadline == nil)
    }

    /// Events in any order, with any names, must not trap and must not make the model grow.
    @Test("No event of the host makes the model trap", arguments: 1...20)
    func anyEvents(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var (bench, session, peer) = Bench.discovered()
        let server = bench.peripheral()
        bench.send(.add(ServerTests.service), server)
        for _ in 0..<2000 {
            bench.host(random.event(&bench))
            bench.send(random.command(peer), session)
            bench.advance(.milliseconds(1))
            bench.seen = Array(bench.seen.suffix(8))
            for link in bench.model.links where !link.isFree {
                if let rule = link.brokenRule { Issue.record("link \(link.id): \(rule)") }
            }
            if let rule = bench.model.router.links.cache.brokenRule {
                Issue.record("attribute cache: \(rule)")
            }
        }
        #expect(bench.model.links.count <= 40)
        #expect(bench.model.server.requests.pending.count <= RequestTable.limit * 40)
    }
}

/// What hosts say, drawn.
extension SeededNumbers {
    private mutating func handle() -> UInt16 { UInt16([0, 10, 12, 13, 15, 17, 22, 25, 65535][below(9)]) }

    private mutating func range() -> ATT.HandleRange { .init(first: handle(), last: handle()) }

    mutating func outcome() -> GATT.Outcome {
        switch below(8) {
        case 0: .mtu(UInt16(below(600)))
        case 1: .services([.init(range: range(), uuid: HeartRate.service)])
        case 2:
            .characteristics([
                .init(
                    declaration: handle(), value: handle(), properties: .notify, uuid: HeartRate.measurement)
            ])
        case 3: .descriptors([.init(handle: handle(), uuid: HeartRate.configuration)])
        case 4: .value([UInt8](repeating: 1, count: below(20)))
        case 5: .written
        case 6:
            .includedServices([
                .init(declaration: handle(), service: .init(range: range(), uuid: HeartRate.battery))
            ])
        default: .failed([.linkLost, .timeout, .invalidResponse, .error(.invalidHandle)][below(4)])
        }
    }

    mutating func event(_ bench: inout Bench) -> Host.Event {
        let link = Host.LinkID(UInt32(below(10)))
        let token =
            below(3) == 0
            ? Host.Token(UInt64(below(50)))
            : bench.model.links.first?.client.operations.currentToken ?? Host.Token(0)
        let address = below(2) == 0 ? Bench.peer : DeviceAddress(UInt64(below(20)), .random)
        switch below(16) {
        case 0:
            return .connected(
                link,
                Host.Link(
                    role: below(2) == 0 ? .central : .peripheral, peer: address, connectionHandle: 1,
                    parameters: .init(interval: .milliseconds(30), supervisionTimeout: .seconds(6))))
        case 1: return .disconnected(link, HCI.ErrorCode(rawValue: UInt8(below(256))))
        case 2, 3, 4, 5: return .procedureEnded(below(2) == 0 ? link : Bench.link, token, outcome())
        case 6: return .valueReceived(link, handle(), [1], .notification)
        case 7: return .serviceChanged(link, range())
        case 8:
            return .attributeRead(
                .init(id: .init(UInt64(below(1000))), link: link, handle: handle(), offset: 600))
        case 9:
            let parts = (0..<below(3)).map { _ in GATT.WriteRequest.Part(handle: 22, offset: 0, value: [1]) }
            return .attributeWritten(.init(id: .init(UInt64(below(1000))), link: link, parts: parts))
        case 10: return .subscriptionChanged(link, handle(), GATT.Subscription(rawValue: UInt16(below(4))))
        case 11: return .connectFailed(address, .connectionFailedToBeEstablished)
        case 12: return .mtuChanged(link, UInt16(below(600)))
        case 13: return .commandSent(link, token)
        case 14: return .updateSent(link, token, .success(true))
        default: return .advertisingEnded(.init(0), HCI.ErrorCode(rawValue: UInt8(below(3))))
        }
    }

    mutating func command(_ peer: PeerIdentifier) -> Central.Command {
        let link = Host.LinkID(UInt32(below(10)))
        let name = Bench.name(handle(), below(2) == 0 ? link : Bench.link)
        switch below(10) {
        case 0, 1:
            return .connect(peer, .init(startDelay: Double(below(2)), enablesAutoReconnect: below(2) == 0))
        case 2: return .cancelConnection(peer)
        case 3: return .discoverServices(peer, below(2) == 0 ? nil : [HeartRate.service])
        case 4: return .discoverCharacteristics(peer, nil, service: name)
        case 5: return .readCharacteristic(peer, name)
        case 6:
            return .writeCharacteristic(peer, name, [1, 2], below(2) == 0 ? .withResponse : .withoutResponse)
        case 7: return .setNotify(peer, name, below(2) == 0)
        case 8: return .discoverDescriptors(peer, characteristic: name)
        default: return .readRSSI(peer)
        }
    }
}
