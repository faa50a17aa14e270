import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// An app on a phone that is connected to one ready-made device of a new world.
final class HealthApp {
    let world: World
    let device: Device
    let app: LinkedApp

    init(_ definition: DeviceDefinition, seed: UInt64 = 1) throws {
        world = World(seed: seed)
        device = world.add(definition)
        app = try LinkedApp(in: world, to: device)
    }

    /// The services that the device advertised.
    var advertised: Set<BluetoothUUID> {
        Set(
            app.central.events.flatMap { event -> [BluetoothUUID] in
                if case .discovered(_, let seen, _) = event { seen.serviceUUIDs } else { [] }
            })
    }

    /// A service's characteristics with their properties, as the app discovered them.
    func layout(of service: BluetoothUUID) -> [BluetoothUUID: UInt] {
        let place = app.services.firstIndex { $0.uuid == service }
        let found = place.map { app.characteristics[$0] } ?? []
        return Dictionary(found.map { ($0.uuid, $0.properties) }) { first, _ in first }
    }

    func id<Value>(_ characteristic: TypedCharacteristic<Value>) throws -> AttributeIdentifier {
        let place = app.services.firstIndex { $0.uuid == characteristic.service }
        let service = try #require(place.map { app.characteristics[$0] })
        return try #require(service.first { $0.uuid == characteristic.uuid }).identifier
    }

    func subscribe<Value>(to characteristic: TypedCharacteristic<Value>) throws {
        try app.subscribe(to: id(characteristic))
    }

    func unsubscribe<Value>(from characteristic: TypedCharacteristic<Value>) throws {
        let id = try id(characteristic)
        let isOn = try app.after(.setNotify(app.peer, id, false)) {
            if case .notifyStateChanged(_, id, let isOn, nil) = $0 { isOn } else { nil }
        }
        #expect(!isOn)
    }

    func read<Value>(_ characteristic: TypedCharacteristic<Value>) throws -> Value {
        try Value(bytes: app.read(id(characteristic)).get())
    }

    /// The error of a read that must fail.
    func readError<Value>(_ characteristic: TypedCharacteristic<Value>) throws -> PortError? {
        if case .failure(let error) = try app.read(id(characteristic)) { error } else { nil }
    }

    /// Writes with response; returns the error, if there was one.
    func write<Value>(_ value: Value, to characteristic: TypedCharacteristic<Value>) throws -> PortError? {
        try app.write(value.bytes, to: id(characteristic))
    }

    /// The values of a characteristic that came during `time`.
    func values<Value>(
        of characteristic: TypedCharacteristic<Value>, during time: Nanoseconds
    ) throws -> [Value] {
        let count = app.central.events.count
        try world.run(for: time)
        return try app.values(of: id(characteristic), since: count).map { try Value(bytes: $0) }
    }
}
