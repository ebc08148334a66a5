public import Geometry

/// Transform functions as CSS lists them: the last one happens to a point first.
///
/// Lists keep what matrices forget, such as how many whole turns lie between two rotations.
public struct TransformList: Hashable, Sendable {
  public var functions: [TransformFunction]

  public init(_ functions: [TransformFunction] = []) {
    self.functions = functions
  }

  public var transform: Transform3D { Self.transform(of: functions[...]) }

  private static func transform(of functions: ArraySlice<TransformFunction>) -> Transform3D {
    functions.reduce(.identity) { $1.transform.concatenating($0) }
  }
}

extension TransformList: Interpolatable {
  /// Returns the list on the way to another: function by function as far as both have the same kinds, a
  /// missing one counting as one that does nothing, and the rest as matrices.
  public func interpolated(to other: TransformList, at fraction: Double) -> TransformList {
    combined(with: other) {
      $0.interpolated(to: $1, at: fraction)
    } matrices: {
      $0.interpolated(to: $1, at: fraction)
    }
  }

  public func adding(_ value: TransformList) -> TransformList { TransformList(functions + value.functions) }

  public func accumulating(_ value: TransformList, times: Double) -> TransformList {
    combined(with: value) {
      $0.accumulating($1, times: times)
    } matrices: {
      $0.accumulating($1, times: times)
    }
  }

  private func combined(
    with other: TransformList,
    functions combine: (TransformFunction, TransformFunction) -> TransformFunction?,
    matrices: (Transform3D, Transform3D) -> Transform3D
  ) -> TransformList {
    let count = max(functions.count, other.functions.count)
    var result: [TransformFunction] = []
    for index in 0..<count {
      let own = index < functions.count ? functions[index] : other.functions[index].neutral
      let its = index < other.functions.count ? other.functions[index] : own.neutral
      guard let function = combine(own, its) else {
        let rest = matrices(
          Self.transform(of: functions.dropFirst(index)), Self.transform(of: other.functions.dropFirst(index))
        )
        return TransformList(result + [.matrix(rest)])
      }
      result.append(function)
    }
    return TransformList(result)
  }
}
