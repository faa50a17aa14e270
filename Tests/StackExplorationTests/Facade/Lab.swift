import AppPromises
import FaradayTesting
import Foundation

#if !FOR_MOCKS
import FaradayCoreBluetooth
#endif

/// The service that devices and apps in the peripheral role have in these tests.
enum Lab {
    static var service: CBUUID { CBUUID(string: "FFE0") }
    static var read: CBUUID { CBUUID(string: "FFE1") }
    static var written: CBUUID { CBUUID(string: "FFE2") }
    static var notified: CBUUID { CBUUID(string: "FFE3") }
    static var commanded: CBUUID { CBUUID(string: "FFE4") }
    static var indicated: CBUUID { CBUUID(string: "FFE5") }
    static var secret: CBUUID { CBUUID(string: "FFE6") }
    static var psm: CBUUID { CBUUID(string: "ABDD3056-28FA-441D-A470-55A75A52553A") }

    static func command(_ number: UInt32) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    }

    static func number(_ command: [UInt8]) -> UInt32 { command.reduce(0) { $0 << 8 | UInt32($1) } }
}

/// Checks that commands come in the order in which they were sent, and once. An app's first number on a link is the time, so
/// it is higher than all before.
struct CommandOrder {
    private var last: UInt32 = 0

    mutating func take(_ command: [UInt8], _ promises: Promises) {
        let number = Lab.number(command)
        promises.require(
            number > last, .disordered("command \(number) came after \(last) at \(promises.world.now)"))
        last = number
    }

    /// The first number on a link that begins now, in microseconds.
    static func first(_ world: World) -> UInt32 { UInt32(truncatingIfNeeded: world.now.nanoseconds / 1000) }
}
