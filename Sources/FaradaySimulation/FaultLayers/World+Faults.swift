import BluetoothTypes
import FaradayEngine

extension Device: FaultNode {
    /// The device's name as messages show it.
    public var faultNodeName: String { world.nodeNames[id.index] }
}

extension Phone: FaultNode {
    /// The phone's name as messages show it.
    public var faultNodeName: String { world.nodeNames[id.index] }
}

extension World {
    /// Injects faults: from now on they act where they apply. The nodes that they name may be added later.
    ///
    /// A fault that makes no sense is a `World.Mistake`, and is left out.
    ///
    /// ```swift
    /// world.inject(.read("2A19", of: strap).nth(2).fails(.insufficientEncryption))
    /// ```
    public func inject(
        _ faults: Fault..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        inject(FaultPlan(faults), fileID: fileID, filePath: filePath, line: line)
    }

    /// Injects all faults of a plan, in order. Faults that were injected before come first.
    public func inject(
        _ plan: FaultPlan, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        let (sensible, problems) = plan.sorted
        for problem in problems {
            report(problem, at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        }
        guard !sensible.isEmpty else { return }
        perform { state in
            state.faultEngine(of: self).add(sensible, entropy)
            state.carryOutFaults()
        }
    }

    /// What faults have done so far, oldest first; at most the first thousand.
    public var firedFaults: [FaultFiring] {
        lock.withLock { ($0.faults as? FaultEngine)?.firings ?? [] }
    }

    /// Makes it a failure of the test if a fault that was injected has done nothing by its end; else that is a warning.
    ///
    /// ```swift
    /// world.inject(.read("2A19").nth(3).fails(.unlikelyError))
    /// world.requireAllFaults()
    /// ```
    public func requireAllFaults() { lock.withLock { $0.requiresFaults = true } }

    /// The faults that were injected and did nothing, in words for the end of a test, and whether that is a failure.
    package var unfiredFaultText: (text: String, isFailure: Bool)? {
        lock.withLock { state in
            (state.faults as? FaultEngine)?.unfiredText.map { ($0, state.requiresFaults) }
        }
    }

    /// The injected faults that have done nothing so far, in order.
    public var unfiredFaults: [Fault] {
        lock.withLock { ($0.faults as? FaultEngine)?.unfired ?? [] }
    }
}

extension WorldState {
    /// The engine of the world's faults, made at the first use.
    fileprivate mutating func faultEngine(of world: World) -> FaultEngine {
        if let engine = faults as? FaultEngine { return engine }
        let engine = FaultEngine(world: world, medium: medium, trace: trace, scheduler: scheduler)
        for node in nodes { engine.adopt(node) }
        faults = engine
        return engine
    }
}
