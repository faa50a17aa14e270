import Clocks
import FaradaySimulation
import Foundation

clocks_are_here()
let world = World()
print("holds the app's work: \(world.holdsAppWork)")
let before = Date()
world.addPhone().run { print("the date is the machine's: \(Date().timeIntervalSince(before) < 600)") }
do {
    try world.run(for: .seconds(60))
    print("the world's time is its own: \(world.now)")
} catch {
    print("\(error)")
}
