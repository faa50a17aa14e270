import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The firmware of a device's definition: it answers with stored values, or as the rules say.
///
/// One object is in the spec; each phone has a copy, which begins when its peripheral starts.
final class FileFirmware: SpecFirmware {
    struct State {
        weak var phone: MockPhone?
        weak var spec: CBMPeripheralSpec?
        /// Set when the peripheral starts for the first time.
        var machine: (any DeviceMachine)?
        /// The values of characteristics and descriptors.
        var entries: [ObjectIdentifier: FileAttributes.Entry]
        /// What waits for an answer, by the number of its request.
        var answers: [UInt64: Answer] = [:]
        var nextRequest: UInt64 = 0
        var alarm = DeviceMachineAlarm()
        /// The present advertising sets, and whether they are stopped.
        var sets: [DeviceAdvertising]
        var isSilent = false
    }

    /// How a request is answered.
    enum Answer: Sendable {
        case read(@Sendable (Result<Data, Error>) -> Void)
        case write(ObjectIdentifier, [UInt8], @Sendable (Result<Void, Error>) -> Void)
    }

    let definition: DeviceDefinition
    nonisolated(unsafe) let attributes: FileAttributes
    let state: Lock<State>

    convenience init(_ definition: DeviceDefinition) {
        self.init(definition, FileAttributes(definition.services), of: nil, at: nil)
    }

    private init(
        _ definition: DeviceDefinition, _ attributes: FileAttributes, of spec: CBMPeripheralSpec?,
        at phone: MockPhone?
    ) {
        self.definition = definition
        self.attributes = attributes
        state = Lock(
            State(phone: phone, spec: spec, entries: attributes.entries, sets: definition.advertising))
    }

    func copy(for spec: CBMPeripheralSpec, at phone: MockPhone) -> any SpecFirmware {
        FileFirmware(definition, attributes, of: spec, at: phone)
    }

    // MARK: The spec

    var services: [CBMServiceMock] { attributes.services }
    var mtu: Int { max(23, min(517, Int(definition.preferredMTU))) }
    var advertisement: [CBMAdvertisementConfig] { configs(of: definition.advertising) }

    func configs(of sets: [DeviceAdvertising]) -> [CBMAdvertisementConfig] {
        sets.compactMap { $0.config(ofDeviceNamed: definition.name) }
    }

    // MARK: Requests

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
        respond: @escaping @Sendable (Result<Data, Error>) -> Void
    ) {
        guard let place = attributes.place(of: characteristic), isReadable(characteristic) else {
            return respond(.failure(CBMATTError(.readNotPermitted)))
        }
        let request = number(.read(respond))
        handle(.read(place, .only, mtu: updateLength, request: request))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor characteristic: CBMCharacteristicMock,
        data: Data, respond: @escaping @Sendable (Result<Void, Error>) -> Void
    ) {
        write(data, to: characteristic, isCommand: false, respond)
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteCommandFor characteristic: CBMCharacteristicMock,
        data: Data
    ) {
        write(data, to: characteristic, isCommand: true) { _ in }
    }

    private func write(
        _ data: Data, to characteristic: CBMCharacteristicMock, isCommand: Bool,
        _ respond: @escaping @Sendable (Result<Void, Error>) -> Void
    ) {
        guard let place = attributes.place(of: characteristic), isWritable(characteristic) else {
            return respond(.failure(CBMATTError(.writeNotPermitted)))
        }
        guard data.count <= ATT.maximumValueLength else {
            return respond(.failure(CBMATTError(.invalidAttributeValueLength)))
        }
        let value = [UInt8](data)
        let request = number(.write(ObjectIdentifier(characteristic), value, respond))
        handle(
            .written(place, value, .only, mtu: updateLength, request: request, isCommand: isCommand))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor descriptor: CBMDescriptorMock
    ) -> Result<Data, Error> {
        guard isReadable(descriptor) else { return .failure(CBMATTError(.readNotPermitted)) }
        return .success(Data(value(of: ObjectIdentifier(descriptor))))
    }

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveWriteRequestFor descriptor: CBMDescriptorMock, data: Data
    ) -> Result<Void, Error> {
        guard isWritable(descriptor) else { return .failure(CBMATTError(.writeNotPermitted)) }
        store([UInt8](data), in: ObjectIdentifier(descriptor))
        return .success(())
    }

    private func isReadable(_ attribute: CBMAttribute) -> Bool {
        attributes.entries[ObjectIdentifier(attribute)]?.isReadable == true
    }

    private func isWritable(_ attribute: CBMAttribute) -> Bool {
        attributes.entries[ObjectIdentifier(attribute)]?.isWritable == true
    }

    private func number(_ answer: Answer) -> UInt64 {
        state.withLock { state in
            state.nextRequest += 1
            state.answers[state.nextRequest] = answer
            return state.nextRequest
        }
    }

    // MARK: Values

    func value(of attribute: ObjectIdentifier) -> [UInt8] {
        state.withLock { $0.entries[attribute]?.value ?? [] }
    }

    func store(_ value: [UInt8], in attribute: ObjectIdentifier) {
        state.withLock { $0.entries[attribute]?.value = value }
    }
}
