import BluetoothPort
import BluetoothProfiles
import Testing

@testable import FaradaySimulation

/// An app that is connected to a sensor or machine for sport, and speaks with it in typed values.
struct SportApp {
    let world: World
    let device: Device
    let app: LinkedApp

    init(_ definition: DeviceDefinition, seed: UInt64 = 3) throws {
        world = World(seed: seed)
        device = world.add(definition)
        app = try LinkedApp(in: world, to: device)
    }

    /// What the app saw before it connected.
    var advertisement: Advertisement? {
        for case .discovered(_, let seen, _) in app.central.events { return seen }
        return nil
    }

    private func identifier(_ uuid: BluetoothUUID) throws -> AttributeIdentifier {
        try #require(app.characteristics.joined().first { $0.uuid == uuid }).identifier
    }

    func read<Value>(_ characteristic: TypedCharacteristic<Value>) throws -> Value {
        try Value(bytes: app.read(identifier(characteristic.uuid)).get())
    }

    func subscribe<Value>(to characteristic: TypedCharacteristic<Value>) throws {
        try app.subscribe(to: identifier(characteristic.uuid))
    }

    /// What comes from a characteristic while `body` runs.
    func values<Value>(
        of characteristic: TypedCharacteristic<Value>, while body: () throws -> Void
    ) throws -> [Value] {
        let count = app.central.events.count
        try body()
        return try app.values(of: identifier(characteristic.uuid), since: count).map { try Value(bytes: $0) }
    }

    func values<Value>(
        of characteristic: TypedCharacteristic<Value>, for time: Nanoseconds
    ) throws -> [Value] {
        try values(of: characteristic) { try world.run(for: time) }
    }

    /// Writes bytes; returns the error of the write, or the answer.
    func write<Request, OpCode>(
        _ bytes: [UInt8], to point: ControlPoint<Request, ProcedureResponse<OpCode>>
    ) throws -> Result<ProcedureResponse<OpCode>, PortError> {
        let (count, id) = (app.central.events.count, try identifier(point.request.uuid))
        if let error = try app.write(bytes, to: id) { return .failure(error) }
        let app = app
        try world.run(until: { !app.values(of: id, since: count).isEmpty }, timeout: .seconds(30))
        return .success(try ProcedureResponse(bytes: #require(app.values(of: id, since: count).first)))
    }

    func request<Request, OpCode>(
        _ request: Request, at point: ControlPoint<Request, ProcedureResponse<OpCode>>
    ) throws -> ProcedureResponse<OpCode> {
        try write(request.bytes, to: point).get()
    }

    /// What every control point of this form must do; `busy` is `nil` if no procedure takes time.
    func expectRules<Request, OpCode>(
        of point: ControlPoint<Request, ProcedureResponse<OpCode>>, slow: Request, malformed: [UInt8],
        unconfigured: UInt8 = 0xFD, busy: UInt8? = 0xFE
    ) throws {
        let id = try identifier(point.request.uuid)
        #expect(try app.write(slow.bytes, to: id) == .att(code: unconfigured))
        try subscribe(to: point.response)
        #expect(try write([0x7F, 1], to: point).get().result == .opCodeNotSupported)
        #expect(try write(malformed, to: point).get().result == .invalidParameter)
        guard let busy else { return }
        let answers = try values(of: point.response) {
            #expect(try app.write(slow.bytes, to: id) == nil)
            #expect(try app.write(malformed, to: id) == .att(code: busy))
            try world.run(for: .seconds(5))
        }
        #expect(answers.map(\.request.rawValue) == [slow.bytes[0]])
    }
}
