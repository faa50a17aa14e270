// Apple's headers import Foundation, and name `CBUUID`.
@_exported import class FaradayCoreBluetooth.CBUUID
@_exported import Foundation
