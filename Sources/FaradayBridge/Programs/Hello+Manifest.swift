import FaradaySimulation
import PortProtocol

extension PortFrame.Hello {
    /// What stands for the hello of a program that has not said one.
    static let nobody = PortFrame.Hello(phone: "", app: "")

    /// The Info.plist of the program's app; `nil` if the program says nothing of it, and what is set up here holds.
    var manifest: AppManifest? {
        guard backgroundModes != 0 || hasUsageDescription != nil || accessorySetup != nil else { return nil }
        return AppManifest(
            backgroundModes: .init(rawValue: backgroundModes & 3), hasUsageDescription: hasUsageDescription,
            accessorySetup: accessorySetup.map {
                AccessorySetupKeys(
                    supports: .init(rawValue: $0.supports & 3), services: $0.services, names: $0.names,
                    companies: $0.companies)
            })
    }
}
