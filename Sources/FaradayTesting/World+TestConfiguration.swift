import FaradayCoreBluetooth
import FaradaySimulation

extension World.Configuration {
    /// The configuration of a test's world. Where the world does not hold its apps' work, its clock waits for the main queue
    /// and for the queues of its managers.
    static var ofTest: World.Configuration {
        .settling(MainQueue.settle)
    }
}
