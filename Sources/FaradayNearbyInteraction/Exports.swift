// Apple's headers import Foundation.
@_exported import Foundation
