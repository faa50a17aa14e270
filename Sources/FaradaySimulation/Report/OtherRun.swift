import BluetoothPort

/// Kept with the world of a test whose code has run another world.
struct OtherRun: Sendable {
    let site: CallSite
}

extension Run {
    /// The world of the running test hears of this run, if it is one of another world.
    func tellWorldOfTest() {
        guard let home = (PortEnvironment.nearest as? OnlyPhone)?.simulatedWorld, home !== world else {
            return
        }
        home.keep(OtherRun(site: site))
    }
}
