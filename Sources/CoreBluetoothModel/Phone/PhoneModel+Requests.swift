import BluetoothPort

extension PhoneModel {
    /// The requests of apps that have not been answered yet. Those on one link are in the order of the calls.
    ///
    /// A link answers a connect. A scan and a subscription are not listed, because they have no end.
    package var openRequests: [OpenRequest] {
        var all: [OpenRequest] = []
        _ = visitOpenRequests(countsConnects: true) { request in
            all.append(request())
            return true
        }
        return all
    }

    /// Whether there is any open request; `countsConnects` says whether a connect is one.
    package func hasOpenRequests(countsConnects: Bool) -> Bool {
        !visitOpenRequests(countsConnects: countsConnects) { _ in false }
    }

    /// Asks each machine for its open requests until `visit` returns false. Returns whether it visited all.
    private func visitOpenRequests(countsConnects: Bool, _ visit: (() -> OpenRequest) -> Bool) -> Bool {
        effects.visitRequests(visit) && router.visitRequests(visit)
            && router.visitConnects(of: managers, countsConnects: countsConnects, visit)
            && channels.visitRequests(visit) && server.visitRequests(visit)
            && advertiser.visitRequests(visit)
    }
}
