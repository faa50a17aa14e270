import BluetoothPort
import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

@Suite("Requests and their answers over characteristics")
struct RequestTests {
    private static let service: BluetoothUUID = "FFF0"
    private static let point = ControlPoint<[UInt8], [UInt8]>("FFF1", of: service)
    private static let items = TypedCharacteristic<UInt16>("FFF2", of: service)

    private func device(_ characteristics: [DeviceCharacteristic]) -> DeviceDefinition {
        DeviceDefinition(name: "Meter") {
            DeviceAdvertising(services: [Self.service])
            DeviceService(Self.service) { for item in characteristics { item } }
        }
    }

    /// A control point that answers with what `answers` makes of a request.
    private func meter(_ answers: @escaping @Sendable ([UInt8]) -> [[UInt8]]) -> DeviceDefinition {
        device([
            DeviceCharacteristic(Self.point)
                .onRequest(Self.point) { bytes, write in
                    for answer in answers(bytes) {
                        write.device.send(answer, of: Self.point.response, to: write.link)
                    }
                    return nil
                }
        ])
    }

    @Test("A request is written and answered in one call", .simulated)
    func answers() async throws {
        World.current.add(meter { [$0.reversed()] }, at: .meters(1))
        let meter = try await firstPeripheral()
        let answer = try await meter.request([1, 2, 3], at: Self.point, within: .seconds(5))
        #expect(answer == [3, 2, 1])
    }

    @Test("A ready-made control point answers", .simulated)
    func userData() async throws {
        World.current.add(.userDataServer(), at: .meters(1))
        let server = try await firstPeripheral()
        let answer = try await server.request(
            .registerNewUser(consentCode: 1234), at: UserData.controlPoint, within: .seconds(5))
        #expect(answer.outcome == .success)
    }

    @Test("An answer that comes before the response to the write is not lost", .simulated)
    func earlyAnswer() async throws {
        let characteristic = DeviceCharacteristic(Self.point, [.write, .notify])
            .onWrite(answering: { write, respond in
                write.device.send([9], of: Self.point.response, to: write.link)
                write.device.world.after(.milliseconds(500)) { respond(.success(())) }
            })
        World.current.add(device([characteristic]), at: .meters(1))
        let answer = try await firstPeripheral().request([1], at: Self.point, within: .seconds(5))
        #expect(answer == [9])
    }

    @Test("Requests of several tasks are made one after another", .simulated)
    func inOrder() async throws {
        let isBusy = Lock(false)
        let order = Lock<[UInt8]>([])
        let characteristic = DeviceCharacteristic(Self.point)
            .onRequest(Self.point) { bytes, write in
                #expect(!isBusy.withLock { $0 })
                isBusy.withLock { $0 = true }
                order.withLock { $0.append(bytes[0]) }
                let (device, link) = (write.device, write.link)
                device.world.after(.milliseconds(300)) {
                    isBusy.withLock { $0 = false }
                    device.send(bytes, of: Self.point.response, to: link)
                }
                return nil
            }
        World.current.add(device([characteristic]), at: .meters(1))
        let meter = try await firstPeripheral()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<6 {
                group.addTask {
                    let answer = try await meter.request([number], at: Self.point)
                    #expect(answer == [number])
                }
            }
            try await group.waitForAll()
        }
        #expect(order.withLock { $0.sorted() } == [0, 1, 2, 3, 4, 5])
    }

    @Test("A closure says which value answers", .simulated)
    func filtered() async throws {
        World.current.add(meter { [[0xFF], [0xFE], $0 + [1]] }, at: .meters(1))
        let meter = try await firstPeripheral()
        let answer = try await meter.request([5], at: Self.point, within: .seconds(5), where: { $0[0] == 5 })
        #expect(answer == [5, 1])
    }

    @Test("Several values are collected until they are complete", .simulated)
    func collected() async throws {
        World.current.add(meter { request in (0..<request[0]).map { [$0] } }, at: .meters(1))
        let meter = try await firstPeripheral()
        let parts = try await meter.request(
            [4], at: Self.point, within: .seconds(5), until: { $0.last == [3] })
        #expect(parts == [[0], [1], [2], [3]])
    }

    @Test("Values of another characteristic are collected until the answer", .simulated)
    func collectsItems() async throws {
        World.current.add(
            device([
                DeviceCharacteristic(Self.items, .notify),
                DeviceCharacteristic(Self.point)
                    .onRequest(Self.point) { bytes, write in
                        for number in 0..<UInt16(bytes[0]) {
                            write.device.send(number, of: Self.items, to: write.link)
                        }
                        return [0x06]
                    },
            ]), at: .meters(1))
        let meter = try await firstPeripheral()
        let (items, answer) = try await meter.request(
            [20], at: Self.point, collecting: Self.items, within: .seconds(5))
        #expect(items == (0..<20).map { UInt16($0) })
        #expect(answer == [0x06])
    }

    @Test("Frames go both ways over Nordic UART, in pieces", .simulated)
    func uart() async throws {
        let decoder = Lock(DelimitedFraming.lines.makeDecoder())
        let definition = DeviceDefinition(name: "Modem", preferredMTU: 23) {
            DeviceAdvertising(services: [NordicUART.service])
            DeviceService(NordicUART.service) {
                DeviceCharacteristic(NordicUART.rx, .writeWithoutResponse)
                    .onWrite { write in
                        for line in try decoder.withLock({ try $0.take(write.value) }) {
                            let answer = Array("OK ".utf8) + line + [0x0A]
                            for start in stride(from: 0, to: answer.count, by: 20) {
                                write.device.send(
                                    Array(answer[start..<min(start + 20, answer.count)]),
                                    of: NordicUART.tx, to: write.link)
                            }
                        }
                    }
                DeviceCharacteristic(NordicUART.tx, .notify)
            }
        }
        World.current.add(definition, at: .meters(1))
        let modem = try await firstPeripheral()
        for count in [1, 50, 200] {
            let line = [UInt8](repeating: 0x41, count: count)
            let answer = try await modem.request(
                line, at: NordicUART.serial, framed: .lines, within: .seconds(10))
            #expect(answer == Array("OK ".utf8) + line)
        }
    }

    @Test("Without an answer the time ends, and the next request is made", .simulated)
    func deadline() async throws {
        World.current.add(meter { $0[0] == 0 ? [] : [$0] }, at: .meters(1))
        let meter = try await firstPeripheral()
        async let silent = clientError {
            _ = try await meter.request([0], at: Self.point, within: .seconds(2))
        }
        let next = try await meter.request([1], at: Self.point)
        let error = await silent
        #expect(error?.reason == .deadlineExceeded)
        #expect(error?.operation == .request)
        #expect(error?.characteristic == "FFF1")
        #expect(next == [1])
    }

    @Test("The time of a request runs while it waits for its turn", .simulated)
    func deadlineInTurn() async throws {
        World.current.add(meter { _ in [] }, at: .meters(1))
        let meter = try await firstPeripheral()
        try await meter.connect()
        let start = World.current.now
        async let first = clientError {
            _ = try await meter.request([0], at: Self.point, within: .seconds(9))
        }
        async let second = clientError {
            _ = try await meter.request([1], at: Self.point, within: .seconds(2))
        }
        let reasons = await [first?.reason, second?.reason]
        #expect(reasons == [.deadlineExceeded, .deadlineExceeded])
        #expect(World.current.now - start < .seconds(10))
    }

    @Test("A cancelled request gives its turn to the next one", .simulated)
    func cancelled() async throws {
        World.current.add(meter { $0[0] == 0 ? [] : [$0] }, at: .meters(1))
        let meter = try await firstPeripheral()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    _ = try await meter.request([0], at: Self.point)
                }
            }
            try await World.current.sleep(for: .seconds(3))
            group.cancelAll()
        }
        let answer = try await meter.request([1], at: Self.point, within: .seconds(2))
        #expect(answer == [1])
    }

    @Test(
        "The loss of the link ends a request with the reason, and the next one subscribes again", .simulated)
    func linkLost() async throws {
        let device = World.current.add(meter { $0[0] == 0 ? [] : [$0] }, at: .meters(1))
        let meter = try await firstPeripheral()
        async let request = clientError { _ = try await meter.request([0], at: Self.point) }
        try await World.current.sleep(for: .seconds(2))
        device.move(to: .outOfRange)
        #expect(await request?.reason == .disconnected)
        device.move(to: .meters(1))
        let answer = try await meter.request([1], at: Self.point, within: .seconds(10))
        #expect(answer == [1])
    }

    @Test("An error of the write ends the request", .simulated)
    func refused() async throws {
        let characteristic = DeviceCharacteristic(Self.point)
            .onWrite { _ in throw ATT.ErrorCode.procedureAlreadyInProgress }
        World.current.add(device([characteristic]), at: .meters(1))
        let meter = try await firstPeripheral()
        let error = await clientError { _ = try await meter.request([0], at: Self.point) }
        #expect(error?.reason == .refused(code: 0xFE))
    }

    @Test("The subscription stays for five seconds after the last request", .simulated)
    func staysSubscribed() async throws {
        let world = World.current
        let device = world.add(meter { [$0] }, at: .meters(1))
        let meter = try await firstPeripheral()
        for number in UInt8(0)..<3 {
            _ = try await meter.request([number], at: Self.point)
            try await world.sleep(for: .seconds(4))
            #expect(device.subscriberCount(of: Self.point.response) == 1)
        }
        try await world.sleep(for: .seconds(2))
        #expect(device.subscriberCount(of: Self.point.response) == 0)
        #expect(meter.connectionState == .connected)
    }

    @Test("A missing characteristic is named", .simulated)
    func missing() async throws {
        World.current.add(device([DeviceCharacteristic(Self.items, .notify)]), at: .meters(1))
        let meter = try await firstPeripheral()
        let error = await clientError { _ = try await meter.request([0], at: Self.point) }
        #expect(error?.reason == .characteristicsNotFound(["FFF1"]))
    }
}
