#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What libFuzzer calls with every input it makes up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}

private let chosen: FuzzTarget = {
    let name = getenv("FARADAY_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        preconditionFailure("FARADAY_FUZZ_TARGET names no target: '\(name)'")
    }
    return target
}()
