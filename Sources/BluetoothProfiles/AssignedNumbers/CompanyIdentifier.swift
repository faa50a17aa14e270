import BluetoothTypes

/// The number of a company, with which manufacturer-specific advertising data and *PnP ID* begin.
///
/// ```swift
/// let company = CompanyIdentifier(0x004C)
/// assert(company == .apple && company.name == "Apple, Inc.")
/// ```
///
/// As a value it is two bytes, the lower one first. Numbers without a name are values, too: companies get new ones every
/// week.
///
/// Source: Assigned Numbers, 7.1.
public struct CompanyIdentifier: RawRepresentable, Hashable, Sendable, CharacteristicValue {
    /// The assigned number.
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public init(_ number: UInt16) { rawValue = number }

    /// The company's name as the Bluetooth SIG lists it; `nil` if the number is not assigned, as far as this package knows.
    public var name: String? { Self.assignedNames[rawValue] }

    /// No company's: for tests inside a company, and in no product that is sold.
    public static var internalUse: CompanyIdentifier { CompanyIdentifier(0xFFFF) }
}

extension CompanyIdentifier: CustomStringConvertible {
    /// The number, and its name if it has one: `004C (Apple, Inc.)`.
    public var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        let number = String(repeating: "0", count: 4 - digits.count) + digits
        return name.map { "\(number) (\($0))" } ?? number
    }
}
