import BluetoothPort
import CoreBluetooth
import Foundation

extension PortError {
    /// The port's value of an error of the framework; an error of another domain becomes unknown.
    init(_ error: any Error) {
        let error = error as NSError
        switch error.domain {
        case CBATTErrorDomain: self = .att(code: UInt8(truncatingIfNeeded: error.code))
        case CBErrorDomain: self = .local(code: error.code)
        default: self = .unknown
        }
    }
}

extension Optional where Wrapped == any Error {
    /// The error as a value of the port.
    var portError: PortError? { map { PortError($0) } }
}
