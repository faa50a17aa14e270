import FaradaySimulation
import Foundation

// On Apple's platforms operations stay the system's.
#if os(Linux)
/// What `OperationQueue.main` is in code of one world. It takes its operations to the main queue, one after the other.
package final class MainOperations: OperationQueue, @unchecked Sendable {
    /// Lets worlds have such queues; it is done once.
    package static let areInstalled: Void = AppCode.setMainOperations { MainOperations() }

    private let shared = OperationQueue.main

    package override init() {
        super.init()
        maxConcurrentOperationCount = 1
        underlyingQueue = .main
        name = shared.name
    }

    /// The queue of the code that calls: a notification reaches observers of all worlds, and who posts it waits for theirs.
    private var here: MainOperations { OperationQueue.main as? MainOperations ?? self }

    package override func addOperation(_ operation: Operation) {
        let here = here
        if here === self { super.addOperation(operation) } else { here.addOperation(operation) }
    }

    package override func addOperation(_ block: @escaping @Sendable () -> Void) {
        let here = here
        if here === self { super.addOperation(block) } else { here.addOperation(block) }
    }

    package override func waitUntilAllOperationsAreFinished() {
        let here = here
        if here === self {
            super.waitUntilAllOperationsAreFinished()
        } else {
            here.waitUntilAllOperationsAreFinished()
        }
    }

    // Foundation compares the queue of an observer with that of the main thread, which is the one that all share.
    package override func isEqual(_ object: Any?) -> Bool {
        (object as AnyObject?) === shared || super.isEqual(object)
    }

    package override var hash: Int { shared.hash }
}
#else
package enum MainOperations {
    package static let areInstalled: Void = ()
}
#endif
