@testable import FaradayExploration
import Testing

struct SignatureTests {
    @Test("A signature is one line of ASCII")
    func oneLine() {
        let signature = FailureSignature(.invariant, "the lamp\nis never \u{00FC}ber 5")
        #expect(signature.description.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(signature == FailureSignature(.invariant, signature.place))
    }

    @Test("Kind and place tell failures apart")
    func distinct() {
        let all = FailureSignature.Kind.allCases.flatMap { kind in
            ["A.swift:1", "A.swift:2", ""].map { FailureSignature(kind, $0) }
        }
        #expect(Set(all).count == all.count)
        #expect(Set(all.map(\.description)).count == all.count)
    }
}
