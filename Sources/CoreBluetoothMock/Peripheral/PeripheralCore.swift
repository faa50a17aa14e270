import BluetoothPort
import FaradayCoreBluetooth

/// A peripheral of that library on one of CoreBluetooth's: hands calls down, and callbacks up with objects of this
/// module.
final class PeripheralCore: NSObject {
    /// What does the work.
    let facade: CBPeripheral
    /// The phone it was found by; `nil` for a native one.
    let mock: MockPhone?
    /// The queue of the manager it was found by; the main queue if `nil`.
    let queue: DispatchQueue?
    /// Whom apps know; it holds this.
    weak var owner: (any CBMPeripheral)?
    /// A link that the app does not know of, for the mock peripheral's delegate has the word: all the while the app
    /// reads `.connecting`.
    let admission = Lock<Admission?>(nil)

    init(_ facade: CBPeripheral, mock: MockPhone?, queue: DispatchQueue?) {
        self.facade = facade
        self.mock = mock
        self.queue = queue
        super.init()
    }
}
