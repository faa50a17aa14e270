/// Faults for one world, in order: `World.inject(_:)` takes it.
///
/// Where two faults concern the same operation, the earlier one acts. A plan can be stored, and its description is
/// Swift that compiles.
///
/// ```swift
/// let plan: FaultPlan = [.read("2A19").nth(3).fails(.unlikelyError), .at(.seconds(20)).resetsDevice()]
/// world.inject(plan)
/// ```
public struct FaultPlan: Hashable, Sendable, Codable, ExpressibleByArrayLiteral {
    /// The faults, in order.
    public var faults: [Fault]

    public init(_ faults: [Fault] = []) { self.faults = faults }

    /// Creates a plan from a list.
    public init(arrayLiteral faults: Fault...) { self.faults = faults }

    /// How many faults there are.
    public var count: Int { faults.count }
    /// Whether nothing goes wrong.
    public var isEmpty: Bool { faults.isEmpty }

    /// The plan without the fault at `place`. What was to follow after that fault no longer waits for it, and places
    /// behind it move.
    public func removing(at place: Int) -> FaultPlan {
        var rest = faults
        rest.remove(at: place)
        for index in rest.indices {
            guard let predecessor = rest[index].point.predecessor else { continue }
            if predecessor == place {
                rest[index].point.predecessor = nil
            } else if predecessor > place {
                rest[index].point.predecessor = predecessor - 1
            }
        }
        return FaultPlan(rest)
    }

    /// Simpler plans that may do the same, simplest first: without one fault, or with a simpler one.
    public var simplifications: [FaultPlan] {
        let shorter = faults.indices.map { removing(at: $0) }
        let simpler = faults.indices.flatMap { place in
            faults[place].simplifications.map { fault in
                var plan = self
                plan.faults[place] = fault
                return plan
            }
        }
        return shorter + simpler
    }

    /// Reads the list of faults.
    public init(from decoder: any Decoder) throws {
        faults = try decoder.singleValueContainer().decode([Fault].self)
    }

    /// Writes the list of faults.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(faults)
    }
}

extension FaultPlan: CustomStringConvertible {
    /// Swift that compiles: `[.read("2A19").nth(3).fails(.unlikelyError)]`.
    public var description: String {
        "[" + faults.map(\.description).joined(separator: ", ") + "]"
    }
}
