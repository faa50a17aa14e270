import BluetoothPort

/// A provider of ports in a world.
package protocol SimulatedWorldProvider: PortProvider {
    /// The world, if there is one now.
    var simulatedWorld: World? { get }
}
