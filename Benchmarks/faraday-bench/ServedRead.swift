import BluetoothPort
import Dispatch
import FaradayBridge
import FaradayLive
import FaradaySimulation

/// A read at a port, each after the one before; the phone is here, or behind a socket of this machine.
enum ServedRead {
    static func measure(_ options: Options, isServed: Bool) throws -> Fields {
        let count = options.operations(20_000, quick: 2_000)
        let world = World(seed: 1)
        world.add(BenchDevice.definition())
        let phone = CountingPhone(world.addPhone(.iOS(18)))
        let server =
            isServed ? try PhoneServer(.tcpServer(host: "127.0.0.1", port: 0), LentBluetooth(phone)) : nil
        defer { server?.stop() }
        let remote = try server.map { try RemotePhone($0.peerEndpoint, app: "bench") }
        let app = PortReader(remote ?? phone)
        while !app.isReady { try world.run(for: .milliseconds(50)) }
        var done = 0
        func read(_ number: Int) throws {
            for _ in 0..<number {
                done += 1
                let target = done
                app.read()
                try world.run(until: { phone.values == target }, timeout: .hours(1))
                app.waitForValue()
            }
        }
        try read(max(500, count / 10))
        let samples = try (0..<options.repetitions(usual: 5)).map { _ in
            try Sample.timing {
                try read(count)
                return count
            }
        }
        remote?.leave()
        return Sample.summary(samples)
    }
}

/// A phone that counts the values that leave it: those on their way through a socket have left.
private final class CountingPhone: PortProvider {
    private let phone: Phone
    private let count = Lock(0)

    init(_ phone: Phone) { self.phone = phone }

    var values: Int { count.withLock { $0 } }
    var portName: String { phone.portName }
    var authorization: Authorization { phone.authorization }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        let counting = CountingSink(sink, count)
        return CountingPort(port: phone.openCentral(options, sink: counting), sink: counting)
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        phone.openPeripheral(options, sink: sink)
    }
}

private final class CountingSink: CentralSink {
    private let sink: any CentralSink
    private let count: Lock<Int>

    init(_ sink: any CentralSink, _ count: Lock<Int>) { (self.sink, self.count) = (sink, count) }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        sink.receive(event, delivery)
        if case .characteristicValue = event { count.withLock { $0 += 1 } }
    }
}

private final class CountingPort: ForwardingPort {
    let port: any CentralPort
    /// The port holds it weakly.
    private let sink: CountingSink

    init(port: any CentralPort, sink: CountingSink) { (self.port, self.sink) = (port, sink) }

    func send(_ command: Central.Command) -> CommandResult { port.send(command) }
}
