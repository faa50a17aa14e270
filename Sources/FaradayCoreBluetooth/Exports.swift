// Apple's headers import Foundation, so a source that imports only CoreBluetooth has `Data` and queues.
@_exported import Foundation
