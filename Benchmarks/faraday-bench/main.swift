import Foundation

/// faraday-bench: what the stack costs, one JSON object per line.
func runProgram(_ arguments: [String]) -> Int32 {
    if let address = ProcessInfo.processInfo.environment[ServedNotifications.variable] {
        return ServedNotifications.runProgram(at: address)
    }
    if let wish = MeasuringProcess.wish { return runWish(wish) }
    let options: Options
    do {
        options = try Options(arguments)
    } catch {
        complain("\(error)")
        return 64
    }
    if options.wantsHelp {
        print(Options.help)
        return 0
    }
    let chosen = Benchmark.all.filter { options.only.isEmpty || options.only.contains($0.name) }
    if options.wantsList {
        for benchmark in chosen {
            print(benchmark.name.padding(toLength: 30, withPad: " ", startingAt: 0) + benchmark.summary)
        }
        return 0
    }
    for benchmark in chosen {
        do {
            Report.emit(benchmark.name, try benchmark.measure(options))
        } catch {
            complain("\(benchmark.name): \(error)")
            return 1
        }
    }
    return 0
}

/// Measures what another process of this program wants to know.
func runWish(_ words: [String]) -> Int32 {
    do {
        switch words.first {
        case FirstTest.wish: return try FirstTest.runProgram()
        case ExploredHeartRate.wish: ExploredHeartRate.runProgram(Array(words.dropFirst()))
        case ExploredTasks.wish: ExploredTasks.runProgram(Array(words.dropFirst()))
        default: return 64
        }
    } catch {
        complain("\(error)")
        return 1
    }
}

func complain(_ text: String) {
    FileHandle.standardError.write(Data("faraday-bench: \(text)\n".utf8))
}

exit(runProgram(Array(CommandLine.arguments.dropFirst())))
