@testable import CoreBluetoothMock
import BluetoothPort
import FaradayTesting

/// A peripheral of a chaotic run: its random draws determine its answers, and it checks that connection requests and
/// disconnects alternate.
class ChaosBoard: CBMPeripheralSpecDelegate {
    let number: Int
    let record: ChaosRecord
    var draws: EntropyStream
    /// The percentage of answers that are refusals.
    let refusals: UInt64
    /// Whether a link was admitted and has not ended; `nil` where that can't be told from here.
    var isLinked: Bool? = false
    private(set) var spec: CBMPeripheralSpec!

    let button = CBMCharacteristicMock(
        type: CBMUUID(string: "1524"), properties: [.read, .notify], descriptors: CBMCCCDescriptorMock())
    let level = CBMCharacteristicMock(
        type: CBMUUID(string: "1525"), properties: [.read],
        descriptors: CBMDescriptorMock(type: CBMUUID(string: "FF01")))
    let led = CBMCharacteristicMock(
        type: CBMUUID(string: "1526"), properties: [.write, .writeWithoutResponse, .indicate])
    lazy var inner = CBMServiceMock(type: CBMUUID(string: "1540"), primary: false, characteristics: level)
    lazy var first = CBMServiceMock(
        type: CBMUUID(string: "1523"), primary: true, includedServices: inner, characteristics: button)
    lazy var second = CBMServiceMock(
        type: CBMUUID(string: "1523"), primary: true, characteristics: led, other)
    let other = CBMCharacteristicMock(type: CBMUUID(string: "1527"), properties: [.read, .write])
    lazy var third = CBMServiceMock(type: CBMUUID(string: "1530"), primary: true)

    init(_ number: Int, refusals: UInt64, isConnectable: Bool, _ entropy: Entropy, _ record: ChaosRecord) {
        (self.number, self.refusals, self.record) = (number, refusals, record)
        draws = entropy.stream("board \(number)")
        let uuid = UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number)")!
        let builder = CBMPeripheralSpec.simulatePeripheral(identifier: uuid, proximity: .near)
            .advertising(advertisementData: Self.advertisement(isConnectable))
        if isConnectable {
            builder.connectable(
                name: "Board \(number)", services: [first, second], delegate: self, supervisionTimeout: 2,
                mtu: 23 + 40 * number)
        }
        builder.taking(CBMChannelMock(psm: 0x80) { channel, data in channel.send([UInt8](data)) })
        spec = builder.build()
    }

    static func advertisement(_ isConnectable: Bool) -> [String: Any] {
        [
            CBMAdvertisementDataLocalNameKey: "Board",
            CBMAdvertisementDataServiceUUIDsKey: [CBMUUID(string: "1523")],
            CBMAdvertisementDataIsConnectable: isConnectable as NSNumber,
        ]
    }

    private func answer<Value>(_ call: String, _ value: Value) -> Result<Value, Error> {
        record.note("board \(number)", call)
        guard draws.below(100) < refusals else { return .success(value) }
        let errors: [Error] = [
            CBMATTError(.insufficientResources), CBMError(.invalidHandle),
            NSError(domain: "board", code: number),
        ]
        return .failure(errors[Int(draws.below(3))])
    }

    // MARK: Links

    func reset() {
        record.note("board \(number)", "reset")
        isLinked = false
    }

    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
        // CoreBluetoothMock asks for each manager that connects, until one has its link.
        let asksOnce = !(MockPhone.current.simulation is DirectSimulation)
        record.require(isLinked != true || !asksOnce, "board \(number) is asked for a link while it has one")
        let result = answer("connect", ())
        if case .success = result { isLinked = true } else { isLinked = false }
        return result
    }

    func peripheral(_ peripheral: CBMPeripheralSpec, didDisconnect error: Error?) {
        record.require(isLinked != false, "board \(number) hears of the end of no link")
        record.note("board \(number)", "disconnect", error)
        isLinked = false
    }

    // MARK: Requests

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveServiceDiscoveryRequest serviceUUIDs: [CBMUUID]?
    ) -> Result<Void, Error> {
        answer("services", ())
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec,
        didReceiveCharacteristicsDiscoveryRequest characteristicUUIDs: [CBMUUID]?,
        for service: CBMServiceMock
    ) -> Result<Void, Error> {
        answer("characteristics", ())
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, Error> {
        answer("read \(characteristic.uuid)", Data(repeating: UInt8(number), count: Int(draws.below(100))))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock
    ) -> Result<Data, Error> {
        answer("read \(descriptor.uuid)", Data([1]))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data
    ) -> Result<Void, Error> {
        answer("write \(characteristic.uuid) \(data.count)", ())
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data
    ) {
        record.note("board \(number)", "command \(data.count)")
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveSetNotifyRequest enabled: Bool,
        for characteristic: CBMCharacteristicMock
    ) -> Result<Void, Error> {
        answer("notify \(enabled)", ())
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didUpdateNotificationStateFor characteristic: CBMCharacteristicMock,
        error: Error?
    ) {
        record.note("board \(number)", "notified \(characteristic.uuid)", error)
    }
}

/// One that takes its time, up to more than ATT has.
final class SlowChaosBoard: ChaosBoard, CBMPeripheralSpecDeferringDelegate {
    private func late(_ body: @escaping @Sendable () -> Void) {
        let world = CBMCentralManagerMock.simulatedPhone.world
        switch draws.below(20) {
        // ATT has a limit, CoreBluetoothMock has none.
        case 0: if MockPhone.current.simulation is DirectSimulation { body() }
        case 1: world.after(.seconds(35), body)
        case 2..<6: world.after(.seconds(2), body)
        default: world.after(.seconds(Double(draws.below(100)) / 1000), body)
        }
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
        respond: @escaping @Sendable (Result<Data, Error>) -> Void
    ) {
        let answer = self.peripheral(peripheral, didReceiveReadRequestFor: characteristic)
        late { respond(answer) }
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data, respond: @escaping @Sendable (Result<Void, Error>) -> Void
    ) {
        let answer = self.peripheral(peripheral, didReceiveWriteRequestFor: characteristic, data: data)
        late { respond(answer) }
    }
}
