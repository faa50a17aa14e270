/// A parameter of fixed size. A parameter struct reads it by its type, and writes it together with others.
///
/// With it a struct states its layout once per direction, in the order of the specification:
/// `try self.init(a: reader.read(), b: reader.read())` and `bytes.put(a, b)`.
protocol HCIField {
    init(field reader: inout ByteReader) throws(DecodeError)
    func put(into bytes: inout [UInt8])
}

extension ByteReader {
    /// Reads the field that the context asks for.
    mutating func read<Field: HCIField>() throws(DecodeError) -> Field { try Field(field: &self) }

    /// Reads a length of one byte, then as many bytes.
    mutating func counted() throws(DecodeError) -> [UInt8] { try array(Int(try uint8())) }

    /// Reads a count of one byte, then as many elements.
    mutating func list<Element: HCIField>() throws(DecodeError) -> [Element] {
        let count = Int(try uint8())
        var elements: [Element] = []
        elements.reserveCapacity(min(count, remaining))
        for _ in 0..<count { elements.append(try read()) }
        return elements
    }

    /// Reads a count of one byte, then 31 bytes, of which that many are significant.
    mutating func legacyData(_ field: StaticString) throws(DecodeError) -> [UInt8] {
        let count = Int(try uint8())
        let data = try array(31)
        guard count <= 31 else { throw invalid(field, count) }
        return Array(data[..<count])
    }

    /// Reads an address; type 0xFF means that there is none.
    mutating func addressUnlessAnonymous() throws(DecodeError) -> DeviceAddress? {
        let type = try uint8()
        if type == 0xFF {
            _ = try array(6)
            return nil
        }
        guard let kind = DeviceAddress.Kind(rawValue: type) else { throw invalid("addressType", Int(type)) }
        return try address(kind)
    }

    /// Reads an address. If the context says to ignore it, its type may be any; a reserved one then counts as public.
    mutating func address(isMeant: Bool) throws(DecodeError) -> DeviceAddress {
        var ahead = self
        let type = try ahead.uint8()
        guard !isMeant, DeviceAddress.Kind(rawValue: type) == nil else { return try read() }
        self = ahead
        return try address(.public)
    }

    /// Reads a resolvable private address without type; all zeros mean that there is none.
    mutating func privateAddress() throws(DecodeError) -> DeviceAddress? {
        let address = try address(.random)
        return address.value == 0 ? nil : address
    }

    /// Reads a PHY; a failed operation may leave anything in its place, which then counts as LE 1M.
    mutating func phy(after status: HCI.ErrorCode) throws(DecodeError) -> HCI.PHY {
        let code = try uint8()
        if let phy = HCI.PHY(rawValue: code) { return phy }
        guard status != .success else { throw invalid("PHY", Int(code)) }
        return .le1M
    }
}

extension Array where Element == UInt8 {
    /// Appends fields in order.
    mutating func put<each Field: HCIField>(_ fields: repeat each Field) {
        repeat (each fields).put(into: &self)
    }

    /// Appends bytes that the specification gives a fixed number.
    mutating func put(_ octets: [UInt8], exactly count: Int) {
        precondition(octets.count == count, "an HCI parameter of \(count) octets has \(octets.count)")
        append(contentsOf: octets)
    }

    /// Appends a length of one byte, then the bytes.
    mutating func put(counted octets: [UInt8]) {
        precondition(octets.count <= 255, "an HCI parameter of variable length has \(octets.count) octets")
        append(UInt8(octets.count))
        append(contentsOf: octets)
    }

    /// Appends a count of one byte, then the elements.
    mutating func put<Field: HCIField>(list: [Field]) {
        precondition(list.count <= 255, "an HCI packet has \(list.count) array elements")
        append(UInt8(list.count))
        for element in list { element.put(into: &self) }
    }

    /// Appends the count of at most 31 bytes, then the bytes, padded with zeros.
    mutating func put(legacyData data: [UInt8]) {
        precondition(data.count <= 31, "legacy advertising data has \(data.count) octets")
        append(UInt8(data.count))
        append(contentsOf: data)
        append(contentsOf: repeatElement(0, count: 31 - data.count))
    }

    /// Appends an address with its type, or type 0xFF and zeros.
    mutating func put(unlessAnonymous address: DeviceAddress?) {
        append(address?.kind.rawValue ?? 0xFF)
        append(address ?? .zero)
    }

    /// Appends an address without its type, or zeros.
    mutating func put(privateAddress address: DeviceAddress?) { append(address ?? .zero) }
}

extension UInt8: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) { self = try reader.uint8() }
    func put(into bytes: inout [UInt8]) { bytes.append(self) }
}

extension Int8: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) { self = try reader.int8() }
    func put(into bytes: inout [UInt8]) { bytes.append(UInt8(bitPattern: self)) }
}

extension UInt16: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) { self = try reader.uint16() }
    func put(into bytes: inout [UInt8]) { bytes.append(littleEndian: self) }
}

extension UInt64: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) { self = try reader.uint64() }
    func put(into bytes: inout [UInt8]) { bytes.append(littleEndian: self) }
}

extension Bool: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) {
        let value = try reader.uint8()
        guard value <= 1 else { throw reader.invalid("enable", Int(value)) }
        self = value == 1
    }

    func put(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

extension DeviceAddress: HCIField {
    init(field reader: inout ByteReader) throws(DecodeError) {
        let type = try reader.uint8()
        guard let kind = Kind(rawValue: type) else { throw reader.invalid("addressType", Int(type)) }
        self = try reader.address(kind)
    }

    func put(into bytes: inout [UInt8]) {
        bytes.append(kind.rawValue)
        bytes.append(self)
    }
}

/// Enumerations, open codes and option sets are fields as their raw values are.
extension HCIField where Self: RawRepresentable, RawValue: HCIField & FixedWidthInteger {
    init(field reader: inout ByteReader) throws(DecodeError) {
        let raw = try RawValue(field: &reader)
        guard let value = Self(rawValue: raw) else {
            throw DecodeError(
                .hci, .invalidValue(field: String(describing: Self.self), value: Int(truncatingIfNeeded: raw))
            )
        }
        self = value
    }

    func put(into bytes: inout [UInt8]) { rawValue.put(into: &bytes) }
}

/// Elements of arrays are fields as they are values.
extension HCIField where Self: HCI.Value {
    init(field reader: inout ByteReader) throws(DecodeError) { try self.init(decoding: &reader) }
    func put(into bytes: inout [UInt8]) { encode(into: &bytes) }
}

extension ByteReader {
    /// Reads a PHY; 0 means that there is none.
    mutating func optionalPHY() throws(DecodeError) -> HCI.PHY? {
        let code = try uint8()
        if code == 0 { return nil }
        guard let phy = HCI.PHY(rawValue: code) else { throw invalid("PHY", Int(code)) }
        return phy
    }
}

extension Array where Element == UInt8 {
    /// Appends a length octet to be filled in later, and returns its position.
    mutating func openLength() -> Int {
        append(0)
        return count
    }

    /// Fills in the length of what was appended since `openLength()`.
    mutating func closeLength(at start: Int) {
        precondition(count - start <= 255, "the parameters of an HCI packet have \(count - start) octets")
        self[start - 1] = UInt8(count - start)
    }
}
