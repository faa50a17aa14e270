/// How long an encrypted link may go without authenticated data, at one end.
struct AuthenticatedPayloads {
    /// Units of 10 ms.
    var timeout: UInt16 = 3000
    /// When the last PDU with a MIC arrived.
    var last: Int64 = 0
    /// Whether a ping has been sent since.
    var hasAsked = false

    var time: Int64 { Int64(timeout) * 10_000_000 }
    /// Half of the time remains for the answer.
    var due: Int64 { last + (hasAsked ? time : time / 2) }
}
