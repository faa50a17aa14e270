import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// The layers of faults, as the world and its nodes see them: values that pass a stair go through here while a plan is
/// injected. A world without faults has none.
///
/// Every method is called under the world's lock.
protocol FaultStairs: AnyObject {
    /// Something for the world to do now, after an event.
    var hasOrders: Bool { get }
}
