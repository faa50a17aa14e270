/// Another way to call a member, with fewer arguments.
struct Overload {
    var declaration: Declaration
    var call: String
}

extension Declaration {
    /// For the i-th parameter with a default value: the call without it, in which the ones before it are given and the ones
    /// after it may be. So each way of leaving arguments out has exactly one overload.
    var shorterCalls: [Overload] {
        let places = parameters.indices.filter { parameters[$0].defaultValue != nil }
        return places.map { place in
            var copy = self
            for earlier in places where earlier < place { copy.parameters[earlier].defaultValue = nil }
            copy.parameters.remove(at: place)
            let values = parameters.indices.map { index in
                index == place ? parameters[index].defaultValue ?? "nil" : argument(index)
            }
            return Overload(declaration: copy, call: effects.prefix + selfCall(values))
        }
    }

    /// A call of the member by another one of the same protocol.
    func selfCall(_ values: [String]) -> String {
        let arguments = callArguments { values[$0] }
        if form == .subscripting { return "self[\(arguments)]" }
        if hasVariadic { return variadicCall(on: "self.", values) }
        let isHidden = parameters.contains { $0.name.bare == name.bare }
        return "\(isHidden ? "self." : "")\(name)(\(arguments))"
    }
}
