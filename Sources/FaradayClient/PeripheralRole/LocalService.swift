import BluetoothPort
import BluetoothTypes

/// A service that the app publishes, as a value.
///
/// ```swift
/// let heart = LocalService(HeartRate.service) {
///     LocalCharacteristic(HeartRate.bodySensorLocation, value: .chest)
///     LocalCharacteristic(HeartRate.measurement, .notify)
///     LocalCharacteristic(HeartRate.controlPoint, .write)
///         .onWrite { command, central in await heart.resetEnergy() }
/// }
/// try await peripheral.publish(heart)
/// ```
public struct LocalService: Sendable {
    /// A characteristic of any type of value, as the service keeps it.
    public struct Member: Sendable {
        let definition: CharacteristicDefinition
        let handlers: CharacteristicHandlers
    }

    /// The service's type. The system keeps some types for itself, such as Battery (180F) on iOS.
    public var uuid: BluetoothUUID
    /// Whether centrals find the service by itself; a secondary service is only there to be included.
    public var isPrimary: Bool
    /// The services that this one includes; they must be published before.
    public var includedServices: [PublishedService]
    /// The characteristics, in the order in which centrals find them.
    public var characteristics: [Member]

    public init(
        _ uuid: BluetoothUUID, isPrimary: Bool = true, includes included: [PublishedService] = [],
        @LocalServiceBuilder _ characteristics: () -> [Member] = { [] }
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        includedServices = included
        self.characteristics = characteristics()
    }
}

/// Collects the characteristics of a service.
@resultBuilder public enum LocalServiceBuilder {
    /// Adds a characteristic.
    public static func buildExpression<Value>(_ item: LocalCharacteristic<Value>) -> [LocalService.Member] {
        [LocalService.Member(definition: item.definition, handlers: item.handlers)]
    }
    /// Joins the characteristics in order.
    public static func buildBlock(_ items: [LocalService.Member]...) -> [LocalService.Member] {
        items.flatMap { $0 }
    }
    /// Adds the characteristics of an `if` without `else`.
    public static func buildOptional(_ items: [LocalService.Member]?) -> [LocalService.Member] { items ?? [] }
    /// Adds the characteristics of an `if` whose condition is true.
    public static func buildEither(first: [LocalService.Member]) -> [LocalService.Member] { first }
    /// Adds the characteristics of an `else`.
    public static func buildEither(second: [LocalService.Member]) -> [LocalService.Member] { second }
    /// Adds the characteristics of a `for` loop.
    public static func buildArray(_ items: [[LocalService.Member]]) -> [LocalService.Member] {
        items.flatMap { $0 }
    }
}
