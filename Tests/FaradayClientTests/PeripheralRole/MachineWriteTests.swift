import BluetoothPort
import Testing

@testable import FaradayClient

@Suite("A batch of writes is answered once")
struct PeripheralMachineWriteTests {
    private let seen = Notes<String>()
    private let callbacks = RoleCallbacks()

    /// A machine that has published two characteristics whose writes are noted.
    private func machine() -> (PeripheralMachine, number: AttributeIdentifier, text: AttributeIdentifier) {
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.number, .write).onWrite { number, _ in
                if number == 9 { throw RequestRefusal(code: 0x80) }
                seen.add("number \(number)")
            }
            LocalCharacteristic(Bench.text, [.read, .write], value: "old")
            LocalCharacteristic(Bench.stream, .write).onWrite { number, _ in seen.add("stream \(number)") }
        }
        var machine = PeripheralMachine()
        machine.handle(.stateChanged(.poweredOn))
        callbacks.add(request: 1, .handlers(service.characteristics.map(\.handlers))) { _ in }
        machine.begin(RoleRequest(id: 1, kind: .publish(ServiceDefinition(service))))
        machine.handle(.serviceAdded(machine.services[0].identifier, nil))
        machine.outputs = []
        let members = machine.services[0].characteristics.map(\.handle.identifier)
        return (machine, members[0], members[1])
    }

    private func part(_ characteristic: AttributeIdentifier, _ value: [UInt8], at offset: Int = 0)
        -> PortPeripheral.WriteRequest
    {
        let central = PortPeripheral.Subscriber(
            identifier: PeerIdentifier(high: 0, low: 1), maximumUpdateLength: 20)
        return PortPeripheral.WriteRequest(
            central: central, characteristic: characteristic, offset: offset, value: value)
    }

    private struct Answer: Equatable {
        let code: UInt8
        let part: Int
    }

    /// Handles the parts as one request; returns the codes of the answers.
    private func codes(
        _ machine: inout PeripheralMachine, _ parts: [PortPeripheral.WriteRequest]
    ) async -> [UInt8] {
        await answers(&machine, parts).map(\.code)
    }

    /// Handles the parts as one request; returns the answers.
    private func answers(
        _ machine: inout PeripheralMachine, _ parts: [PortPeripheral.WriteRequest]
    ) async -> [Answer] {
        machine.handle(.writeRequests(RequestIdentifier(rawValue: 7), parts))
        var answers: [Answer] = []
        while !machine.outputs.isEmpty {
            let outputs = machine.outputs
            machine.outputs = []
            for output in outputs {
                switch output {
                case .run(let number, let handling):
                    switch callbacks.begin(handling) {
                    case .ended(let result): machine.handled(number, result)
                    case .running(let handlers): machine.handled(number, await handlers())
                    }
                case .command(.respond(_, let code, _, let part)):
                    answers.append(Answer(code: code, part: part))
                default: break
                }
            }
        }
        return answers
    }

    private func text(_ machine: PeripheralMachine) -> String {
        String(decoding: machine.services[0].characteristics[1].value ?? [], as: UTF8.self)
    }

    @Test("Handlers are called in order, and values that are kept change together")
    func order() async {
        var (machine, number, text) = machine()
        let stream = machine.services[0].characteristics[2].handle.identifier
        let parts = [
            part(number, [1, 0]), part(text, Array("ne".utf8)), part(text, [0x77], at: 2),
            part(stream, [2, 0, 0, 0]), part(number, [3, 0]),
        ]
        #expect(await codes(&machine, parts) == [0])
        #expect(seen.all == ["number 1", "stream 2", "number 3"])
        #expect(self.text(machine) == "new")
    }

    @Test("One malformed value refuses all before any handler is called")
    func malformed() async {
        var (machine, number, text) = machine()
        let parts = [part(number, [1, 0]), part(text, Array("new".utf8)), part(number, [1])]
        #expect(await codes(&machine, parts) == [0x0D])
        #expect(seen.all.isEmpty)
        #expect(self.text(machine) == "old")
    }

    @Test("The first refusal is the answer for all, and later handlers are not called")
    func refusal() async {
        var (machine, number, text) = machine()
        let stream = machine.services[0].characteristics[2].handle.identifier
        let parts = [part(text, Array("new".utf8)), part(number, [9, 0]), part(stream, [2, 0, 0, 0])]
        #expect(await codes(&machine, parts) == [0x80])
        #expect(seen.all.isEmpty)
        #expect(self.text(machine) == "old")
    }

    @Test("A refusal says which part is refused: the first of those that were joined")
    func refusedPart() async {
        var (machine, number, text) = machine()
        let long = [part(text, Array("ne".utf8)), part(text, [0x77], at: 2)]
        #expect(
            await answers(&machine, long + [part(number, [1])]) == [Answer(code: 0x0D, part: 2)], "malformed")
        #expect(
            await answers(&machine, long + [part(number, [1, 0]), part(number, [9, 0])])
                == [Answer(code: 0x80, part: 3)], "by its handler")
        #expect(
            await answers(
                &machine, [part(number, [1, 0]), part(text, [65], at: 4), part(text, [65], at: 5)])
                == [Answer(code: 0x07, part: 1)])
        #expect(await answers(&machine, long) == [Answer(code: 0, part: 0)])
    }

    @Test("Of two writes that are refused, the first one is the answer, whoever refuses it")
    func firstRefusal() async {
        var (machine, number, text) = machine()
        let (malformed, beyond) = (part(number, [1]), part(text, [65], at: 4))
        #expect(await answers(&machine, [malformed, beyond]) == [Answer(code: 0x0D, part: 0)])
        #expect(await answers(&machine, [beyond, malformed]) == [Answer(code: 0x07, part: 0)])
    }

    @Test("A service that is gone is not asked any more")
    func gone() async {
        var (machine, number, _) = machine()
        callbacks.forget(companion: 1)
        #expect(await codes(&machine, [part(number, [1, 0])]) == [0x01])
        #expect(seen.all.isEmpty)
    }

    @Test("A part beyond the end of the value is refused")
    func offset() async {
        var (machine, number, text) = machine()
        #expect(await codes(&machine, [part(text, [65], at: 4)]) == [0x07])
        #expect(
            await codes(&machine, [part(number, [1, 0], at: 1)]) == [0x07], "a handler gets whole values")
        #expect(await codes(&machine, [part(text, [65], at: 3)]) == [0])
        #expect(self.text(machine) == "oldA")
    }
}
