extension MockBehaviour {
    /// The simulation that is behind the managers of a phone.
    func simulation(of mock: MockPhone) -> any MockSimulation {
        switch self {
        case .library: DirectSimulation(mock)
        case .coreBluetooth: AirSimulation(mock)
        }
    }
}
