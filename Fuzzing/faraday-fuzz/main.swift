import Foundation

// Seeded fuzzing of every layer that takes bytes from others. A failure is a trap: the process dies, and
// the line printed last names target and case, so that `--target T --seed S --first N --cases 1` runs it
// again. With libFuzzer the same targets are driven by coverage: Fuzzing/libfuzzer.

let options: FuzzOptions
do {
    options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("faraday-fuzz: \(error)\n".utf8))
    exit(64)
}
if options.wantsHelp {
    print(FuzzOptions.help)
    exit(0)
}
if options.wantsList {
    for target in FuzzTarget.all { print("\(target.name)  \(target.summary)") }
    exit(0)
}
if let requests = options.requests {
    exit(HostileBrowsers(requests: requests, seed: options.seed).run() ? 0 : 1)
}
var total = 0
for target in FuzzTarget.all where options.target == nil || options.target == target.name {
    let count = options.target == nil ? target.share(of: options.cases) : options.cases
    let start = Date()
    print("\(target.name): seed \(options.seed), cases \(options.first)..<\(options.first + count)")
    for number in options.first..<options.first + count {
        if options.isVerbose { print("\(target.name): case \(number)") }
        var source = FuzzSource(seed: options.seed, number: UInt64(number))
        target.run(source.input(like: target.samples))
    }
    total += count
    print(
        "\(target.name): \(count) cases in \(String(format: "%.1f", -start.timeIntervalSinceNow)) s, no trap")
}
print("\(total) cases, no trap")
