import Dispatch
import FaradaySimulation
import Foundation

// A program that serves: its app waits on the main queue, on a queue of its own and in a task.
DispatchQueue.global().async {
    let world = World(seed: 1)
    let lines = World.Lock<[String]>([])
    @Sendable func note(_ what: String) { lines.withLock { $0.append("\(world.now) \(what)") } }
    world.addPhone().run {
        DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
            dispatchPrecondition(condition: .onQueue(.main))
            note("main")
        }
        DispatchQueue(label: "ble").asyncAfter(deadline: .now() + 20) {
            DispatchQueue.main.sync { note("main, for ble") }
        }
        Task { @MainActor in
            try await Task.sleep(for: .seconds(30))
            note("a task on main")
        }
    }
    do { try world.run(for: .seconds(60)) } catch { lines.withLock { $0.append("\(error)") } }
    print("holds the app's work: \(world.holdsAppWork)")
    print(lines.withLock { $0 }.joined(separator: "\n"))
    exit(0)
}
dispatchMain()
