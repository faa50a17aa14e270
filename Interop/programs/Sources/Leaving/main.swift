import Dispatch
import FaradaySimulation
import Foundation

// A program whose world drives already, and waits for the main queue, when the main thread goes into dispatchMain().
DispatchQueue.global().async {
    let world = World(seed: 1)
    let lines = World.Lock<[String]>([])
    @Sendable func note(_ what: String) { lines.withLock { $0.append("\(world.now) \(what)") } }
    world.addPhone().run {
        DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
            dispatchPrecondition(condition: .onQueue(.main))
            note("main")
        }
        Task { @MainActor in
            try await Task.sleep(for: .seconds(30))
            note("a task on main")
        }
    }
    do { try world.run(for: .seconds(60)) } catch { lines.withLock { $0.append("\(error)") } }
    print(lines.withLock { $0 }.joined(separator: "\n"))
    exit(0)
}
// Nobody tells when the world waits for the main queue.
usleep(500_000)
dispatchMain()
