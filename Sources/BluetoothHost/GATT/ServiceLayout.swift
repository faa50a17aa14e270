import BluetoothTypes
import BluetoothWire

/// Assigns ascending handles to the attributes of services (Core 6.0, Vol 3, Part G, 3).
struct ServiceLayout {
    private(set) var attributes: [Attribute] = []
    private var next: Int

    /// Starts at a handle, with room for `count` attributes; the caller makes sure that there are enough handles.
    init(first: ATT.Handle, count: Int) {
        next = Int(first)
        attributes.reserveCapacity(count)
    }

    private mutating func handle() -> ATT.Handle {
        guard let handle = ATT.Handle(exactly: next) else {
            preconditionFailure("a service was laid out behind the last handle")
        }
        next += 1
        return handle
    }

    /// Begins a service; pass the result to `close`.
    mutating func service(_ uuid: BluetoothUUID, isPrimary: Bool) -> Int {
        let type = isPrimary ? AttributeType.primaryService : AttributeType.secondaryService
        var value: [UInt8] = []
        value.reserveCapacity(uuid.onAir.width.byteCount)
        value.append(onAir: uuid)
        attributes.append(Attribute(handle(), type, .readable, .constant(value)))
        return attributes.count - 1
    }

    /// Ends the service that was opened at `index`.
    mutating func close(_ index: Int) { attributes[index].groupEnd = ATT.Handle(next - 1) }

    /// Declares an included service; its UUID is included only if it has 16 bits (Part G, 3.2).
    mutating func include(_ range: ATT.HandleRange, _ uuid: BluetoothUUID) {
        let value = Self.includeDeclaration(range, uuid)
        attributes.append(Attribute(handle(), AttributeType.include, .readable, .constant(value)))
    }

    static func includeDeclaration(_ range: ATT.HandleRange, _ uuid: BluetoothUUID) -> [UInt8] {
        var value: [UInt8] = .littleEndian(range.first)
        value.append(littleEndian: range.last)
        if let short = uuid.short { value.append(littleEndian: short) }
        return value
    }

    /// Reserves room for the declaration of a service that is added later.
    mutating func includeLater() {
        attributes.append(Attribute(handle(), AttributeType.include, .readable, .constant([])))
    }

    /// Adds declaration and value; returns the handle of the value.
    @discardableResult
    mutating func characteristic(
        _ uuid: BluetoothUUID, _ properties: GATT.Properties, _ permissions: GATT.Permissions,
        _ content: Attribute.Content
    ) -> ATT.Handle {
        let declaration = handle()
        let value = handle()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 + uuid.onAir.width.byteCount)
        bytes.append(properties.rawValue)
        bytes.append(littleEndian: value)
        bytes.append(onAir: uuid)
        attributes.append(Attribute(declaration, AttributeType.characteristic, .readable, .constant(bytes)))
        attributes.append(
            Attribute(value, uuid.onAir, permissions, properties: properties, content))
        return value
    }

    /// Adds the Client Characteristic Configuration of a characteristic.
    @discardableResult
    mutating func configuration(
        of value: ATT.Handle, _ properties: GATT.Properties, permissions: GATT.Permissions
    ) -> ATT.Handle {
        var allowed: GATT.Subscription = []
        if properties.contains(.notify) { allowed.insert(.notifications) }
        if properties.contains(.indicate) { allowed.insert(.indications) }
        let handle = handle()
        attributes.append(
            Attribute(
                handle, AttributeType.clientConfiguration, permissions,
                .configuration(of: value, allowed: allowed)))
        return handle
    }

    /// Adds any other descriptor.
    mutating func descriptor(
        _ uuid: BluetoothUUID, _ permissions: GATT.Permissions, _ content: Attribute.Content
    ) -> ATT.Handle {
        let handle = handle()
        attributes.append(Attribute(handle, uuid.onAir, permissions, content))
        return handle
    }
}
