import FaradayAppTime

/// Runs `body` as code of no world: its waits, threads and clocks are the machine's, whoever has called. It may take long.
package func outsideWorlds<Result>(_ body: () throws -> Result) rethrows -> Result {
    WorkerThreads.release()
    return try AppContext.outside(body)
}
