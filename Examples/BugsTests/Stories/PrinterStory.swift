import Bugs
import FaradayTesting
import Foundation

extension Bug {
    /// The length of a write is remembered from the first link; the second link takes less.
    static let printer = Bug(
        folder: "Printer", plan: [.writeWithoutResponse("FF51").nth(2).dropsLink(.timeout, .before)]
    ) { world, version in
        world.add(printerDevice(mtu: 185))
        let phone = world.addPhone()
        let app: any PrinterApp = phone.run {
            switch version {
            case .buggy: BuggyPrinter(later: phone.later)
            case .mended: MendedPrinter(later: phone.later)
            }
        }
        try await world.run(for: .seconds(2))

        for _ in 0..<3 {
            world.note("the user prints a receipt")
            app.printReceipt(Data(repeating: UInt8(ascii: "x"), count: 500))
            try await phone.waitForEnd(of: "printing") { app.status != .printing }
            try await world.run(for: .seconds(10))
        }
    }

    /// A printer that counts the bytes of a link. When a link has ended, it saves power: then its packets are short.
    private static func printerDevice(mtu: UInt16) -> DeviceDefinition {
        let count = World.Lock(0)
        return DeviceDefinition(name: "Printer", preferredMTU: mtu) {
            DeviceAdvertising(services: ["FF50"])
            DeviceService("FF50") {
                DeviceCharacteristic("FF51", [.writeWithoutResponse, .notify]).onWrite { write in
                    let printed = count.withLock { count in
                        count += write.value.count
                        return count
                    }
                    write.device.update("FF51", [UInt8(printed & 0xFF), UInt8(printed >> 8 & 0xFF)])
                }
            }
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .connected: count.withLock { $0 = 0 }
                case .disconnected where mtu > 23: device.install(printerDevice(mtu: 23))
                default: break
                }
            }
        }
    }
}
