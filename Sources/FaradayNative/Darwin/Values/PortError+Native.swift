import BluetoothPort
import CoreBluetooth
import Foundation

extension PortError {
    /// The port's word for an error of the framework; one of another domain is unknown there.
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
    /// The error as the port has it.
    var portError: PortError? { map { PortError($0) } }
}
