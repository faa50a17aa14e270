import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// `bluetoothctl`: `list-attributes`, what it shows as a device is discovered, `attribute-info`, and values that it reads.
struct BluetoothctlLines: ListedLines {
    /// The objects by their paths: a characteristic's is that of its service with `/char0010` behind it.
    private var known: [String: ATT.Handle] = [:]
    /// Characteristics by service and type, for `attribute-info`.
    private var types: [String: ATT.Handle] = [:]
    private var isPrimary = true
    private var path: String?
    /// What `attribute-info` is about, and the attribute whose value follows.
    private var informed: (uuid: BluetoothUUID?, handle: ATT.Handle?) = (nil, nil)
    private var read: (handle: ATT.Handle, bytes: [UInt8])?

    mutating func facts(in line: ListedLine) -> [ListedFact] {
        let text = line.trimmed
        if let path, let uuid = BluetoothUUID(String(text)) {
            self.path = nil
            return object(path, uuid)
        }
        if var read {
            // Sixteen bytes, and the same as text.
            let words = text.prefix(47).split(separator: " ")
            let digits = words.prefix(while: { $0.count == 2 }).joined()
            if let bytes = ListedLine.bytes(digits), !bytes.isEmpty {
                read.bytes += bytes
                self.read = read
                return [.value(read.handle, Array(read.bytes.prefix(ATT.maximumValueLength)))]
            }
            self.read = nil
        }
        if text.range(of: " Service") != nil, text.hasSuffix(")") || text.hasSuffix("Service") {
            isPrimary = text.range(of: "Secondary") == nil
        }
        path = text.hasPrefix("/org/bluez/") ? String(text) : nil
        return information(line)
    }

    private mutating func information(_ line: ListedLine) -> [ListedFact] {
        let text = line.trimmed
        if text.hasPrefix("UUID:") {
            informed = (line.field("UUID").flatMap { BluetoothUUID(String($0)) }, nil)
        } else if text.hasPrefix("Service:"), let service = line.field("Service"), let uuid = informed.uuid {
            informed.handle = types["\(service) \(uuid)"]
        } else if text.hasPrefix("Flags:"), let handle = informed.handle,
            let property = line.field("Flags").flatMap({ GATT.Properties(listed: $0) })
        {
            return [.property(declaration: handle, property)]
        } else if text.hasSuffix("Value:"), text.range(of: "Attribute /") != nil,
            let path = text.split(separator: " ").first(where: { $0.hasPrefix("/org/bluez/") }),
            let handle = known[String(path)]
        {
            read = (handle, [])
        }
        return []
    }

    private mutating func object(_ path: String, _ uuid: BluetoothUUID) -> [ListedFact] {
        guard let name = path.split(separator: "/").last else { return [] }
        func handle(_ prefix: String) -> ATT.Handle? {
            name.hasPrefix(prefix) ? ATT.Handle(name.dropFirst(prefix.count), radix: 16) : nil
        }
        if let handle = handle("service") { return [.service(handle, uuid, isPrimary: isPrimary)] }
        if let handle = handle("char"), handle < ATT.Handle.max {
            known[path] = handle + 1
            types["\(path.dropLast(name.count + 1)) \(uuid)"] = handle
            return [
                .characteristic(declaration: handle, value: handle + 1, uuid, properties: nil)
            ]
        }
        guard let handle = handle("desc") else { return [] }
        known[path] = handle
        return [.attribute(handle, uuid)]
    }
}
