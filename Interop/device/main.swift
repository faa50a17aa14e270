import BluetoothTypes
import FaradayBridge
import Foundation

// The layout of these checks as a scripted device, on someone else's controller.
//   interop-device tcp:127.0.0.1:6402 NAME [none|display|keyboard|yesno|both] [legacy] [private] [oob]
// It prints READY when it is on, and runs until it is killed. What a pairing shows is a line that says code
// “123456”; what it wants typed is FARADAY_PAIRING's. With oob, it prints the confirm value and the random
// number that another channel would carry.

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
    say(
        "usage: interop-device tcp:HOST:PORT NAME [none|display|keyboard|yesno|both] [legacy] [private] [oob]"
    )
    exit(64)
}
do {
    let options = Set(arguments.dropFirst(2))
    let live = try LiveDevice(
        Peer.definition(name: arguments[1], security: Peer.security(options)),
        on: HCIEndpoint(arguments[0]),
        onFailure: { failure in
            say("\(failure)")
            exit(1)
        })
    if options.contains("oob") {
        live.device.makeOutOfBandData { data in
            say("oob \(hexadecimal(data.confirm)) \(hexadecimal(data.random))")
        }
    }
    say("READY")
    withExtendedLifetime(live) { RunLoop.main.run() }
} catch {
    say("\(error)")
    exit(1)
}
