import CoreBluetooth
import Foundation
import InteropLayout

// A CoreBluetooth app as a program, which checks another stack's GATT server on whatever radio it has.
//   FARADAY_HCI=tcp:127.0.0.1:6402 interop-central NAME [full|pair LEVEL]
// `full` checks everything that takes no pairing; `pair` reads what takes an encrypted or authenticated
// link, and once more on a second link.

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first else {
    say("usage: interop-central NAME [full | pair encrypted | pair authenticated]")
    exit(64)
}
let central = Central()
var script = Script()

script.check("scan: name and service") { try central.find(name) }
script.check("connect") { try central.connect() }
script.check("discover services and characteristics") {
    try central.discover()
    let uuids = central.peripheral?.services?.map(\.uuid) ?? []
    try require(uuids.contains(Layout.service), "only \(uuids)")
}

if arguments.dropFirst().first == "pair" {
    checkPairing(arguments.last == "authenticated" ? Layout.authenticated : Layout.encrypted)
} else {
    checkDiscovery()
    checkValues()
    checkUpdates()
    checkEndings()
}
exit(script.hasFailed ? 1 : 0)
