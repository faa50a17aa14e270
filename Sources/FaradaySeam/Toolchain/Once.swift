/// A value that is made when it is first asked for.
final class Once<Value> {
    private var value: Value?

    func value(_ make: () throws -> Value) rethrows -> Value {
        if let value { return value }
        let new = try make()
        value = new
        return new
    }
}
