import BluetoothPort

/// The platform's own Bluetooth.
enum NativeRadio {
    /// Runs `body`, which makes a manager of the façade or asks a class of it: they find the platform's own phone, and
    /// no mock one that merely stands in.
    static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        #if canImport(Darwin)
        try PortEnvironment.$current.withValue(adapter, operation: body)
        #else
        try PortEnvironment.withoutStandIn(body)
        #endif
    }
}
