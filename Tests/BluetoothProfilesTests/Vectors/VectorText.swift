import BluetoothProfiles

/// A value that the table writes as a text; `nil` if it is not there.
protocol VectorText {
    var vectorText: String? { get }
}

extension String: VectorText {
    var vectorText: String? { self }
}

extension Bool: VectorText {
    var vectorText: String? { self ? "1" : "0" }
}

extension Double: VectorText {
    var vectorText: String? { "\(self)" }
}

extension BinaryInteger where Self: VectorText {
    var vectorText: String? { "\(self)" }
}

extension UInt8: VectorText {}
extension UInt16: VectorText {}
extension UInt32: VectorText {}
extension UInt64: VectorText {}
extension Int8: VectorText {}
extension Int16: VectorText {}
extension Int32: VectorText {}
extension Int: VectorText {}

extension Optional: VectorText where Wrapped: VectorText {
    var vectorText: String? { flatMap(\.vectorText) }
}

extension ShortFloat: VectorText {
    var vectorText: String? { value.vectorText }
}

extension LongFloat: VectorText {
    var vectorText: String? { value.vectorText }
}

extension DateTime: VectorText {
    var vectorText: String? {
        func padded(_ value: some BinaryInteger, to count: Int = 2) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        let date = [padded(year, to: 4), padded(month), padded(day)].joined(separator: "-")
        return date + "T" + [hour, minute, second].map { padded($0) }.joined(separator: ":")
    }
}

/// Several numbers, as the table writes them.
func list(_ values: [some VectorText]?) -> String? {
    values.map { $0.compactMap(\.vectorText).joined(separator: " ") }
}

/// Bytes, as the table writes them.
func hex(_ bytes: [UInt8]?) -> String? {
    bytes.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

/// Whether two texts say the same; the table's numbers have nine digits.
func saysTheSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.split(separator: " "), right.split(separator: " "))
    return left.count == right.count
        && zip(left, right).allSatisfy { one, other in
            if one == other { return true }
            guard let one = Double(one), let other = Double(other) else { return false }
            return abs(one - other) <= max(abs(one), abs(other)) * 6e-9
        }
}
