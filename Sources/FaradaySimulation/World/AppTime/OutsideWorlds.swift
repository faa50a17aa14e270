import FaradayAppTime

/// Runs `body` as code of no world: its waits, threads and clocks are the machine's, whoever has called.
package func outsideWorlds<Result>(_ body: () throws -> Result) rethrows -> Result {
    try AppContext.outside(body)
}
