import BluetoothWire

/// The characteristics of the Ranging service.
///
/// ```swift
/// var assembler = Ranging.Assembler()
/// for try await segment in tag.notifications(of: Ranging.realTimeData) {
///     guard case .complete(let bytes) = assembler.feed(segment) else { continue }
///     let report = try Ranging.Report(bytes: bytes, role: .reflector)
///     print(report.header.counter, report.subevents.count)
/// }
/// ```
extension Ranging {
    /// What the device can do.
    public static let features = TypedCharacteristic<Features>("2C14", of: service)
    /// Reports while procedures run, in segments; excludes ``onDemandData``.
    public static let realTimeData = TypedCharacteristic<Segment>("2C15", of: service)
    /// Reports that were asked for, in segments.
    public static let onDemandData = TypedCharacteristic<Segment>("2C16", of: service)
    /// Asks for reports; the link must be encrypted.
    public static let controlPoint = ControlPoint<Request, Response>("2C17", of: service)
    /// The procedure whose report can be asked for now.
    public static let dataReady = TypedCharacteristic<UInt16>("2C18", of: service)
    /// The procedure whose report is lost, because a newer one took its place.
    public static let dataOverwritten = TypedCharacteristic<UInt16>("2C19", of: service)
}

extension Ranging.Features: CharacteristicValue {}
extension Ranging.Header: CharacteristicValue {}
extension Ranging.Segment: CharacteristicValue {}
extension Ranging.Request: CharacteristicValue {}
extension Ranging.Response: CharacteristicValue {}
