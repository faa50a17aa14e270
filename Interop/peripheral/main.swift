import CoreBluetooth
import Foundation
import InteropLayout

// A CoreBluetooth peripheral app as a program, for other stacks' centrals to check.
//   FARADAY_HCI=tcp:127.0.0.1:6402 interop-peripheral NAME
// It prints READY when it advertises, and a line for each thing a central does, until it is killed.

let name = CommandLine.arguments.dropFirst().first ?? "Peer"
let publisher = Publisher(name: name)
while true { _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(3600)) }
