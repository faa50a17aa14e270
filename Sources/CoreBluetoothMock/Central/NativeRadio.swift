import BluetoothPort

/// The platform's own Bluetooth.
enum NativeRadio {
    /// Runs `body`, which creates a manager of the façade or calls a class method of it. Inside `body` they use the
    /// platform's own Bluetooth, not the mock phone of the process.
    static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        #if canImport(Darwin)
        try PortEnvironment.$current.withValue(adapter, operation: body)
        #else
        try PortEnvironment.withoutStandIn(body)
        #endif
    }
}
