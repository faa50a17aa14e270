// Apple's headers import it, so a source that imports CoreBluetooth alone has `Data` and queues.
@_exported import Foundation
