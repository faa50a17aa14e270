/// Who may see and do what: decides about a request by its head alone.
struct InspectionAccess: Sendable {
    /// What a request is for.
    enum Route: Hashable, Sendable {
        case page
        case feed
        case tell
        case refused(HTTPStatus, allowed: String? = nil)
    }

    /// 128 random bits in hexadecimal: whoever knows them may see and change the world.
    let token: String
    let port: UInt16

    /// A new token, from the system's random numbers: it must not follow from a world's seed.
    static func makeToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The page's address.
    var address: String { "http://127.0.0.1:\(port)/\(token)/" }

    /// The names under which a browser may reach the server. A page of another site whose name was bound to 127.0.0.1
    /// sends that name (DNS rebinding).
    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] }

    func route(_ request: HTTPRequest) -> Route {
        guard let host = request.field("host")?.lowercased(), hosts.contains(host) else {
            return .refused(.forbidden)
        }
        if request.has("origin"), request.field("origin")?.lowercased() != "http://\(host)" {
            return .refused(.forbidden)
        }
        // Another site may have a link to the page, and nothing else.
        guard isFromAnotherSite(request) else { return routeOfOwn(request) }
        guard request.method == "GET", request.field("sec-fetch-mode") == "navigate" else {
            return .refused(.forbidden)
        }
        let route = routeOfOwn(request)
        return route == .feed ? .refused(.forbidden) : route
    }

    /// Browsers say so when another site asks, also where they send no origin.
    private func isFromAnotherSite(_ request: HTTPRequest) -> Bool {
        guard request.has("sec-fetch-site") else { return false }
        let site = request.field("sec-fetch-site")
        return site != "same-origin" && site != "none"
    }

    private func routeOfOwn(_ request: HTTPRequest) -> Route {
        let path = Array(request.path.utf8)
        let (token, rest) = (
            path.dropFirst().prefix(self.token.utf8.count), path.dropFirst(self.token.utf8.count + 1)
        )
        guard isToken(token) else { return .refused(.notFound) }
        switch String(decoding: rest, as: UTF8.self) {
        case "/": return request.method == "GET" ? .page : .refused(.methodNotAllowed, allowed: "GET")
        case "/feed": return request.method == "GET" ? .feed : .refused(.methodNotAllowed, allowed: "GET")
        case "/tell": return request.method == "POST" ? .tell : .refused(.methodNotAllowed, allowed: "POST")
        default: return .refused(.notFound)
        }
    }

    /// Compares every byte, so that the time of the answer tells nothing about the token.
    private func isToken(_ candidate: ArraySlice<UInt8>) -> Bool {
        let token = Array(token.utf8)
        guard candidate.count == token.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(candidate, token) { difference |= left ^ right }
        return difference == 0
    }
}
