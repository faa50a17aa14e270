import BluetoothTypes
import FaradayBridge
import FaradaySimulation
import Foundation

// The layout of these checks as a scripted device, on someone else's controller.
//   interop-device tcp:127.0.0.1:6402 NAME [IO] [legacy]
// IO is one of none, display, keyboard, yesno. It prints READY when it is on, and runs until it is killed.
