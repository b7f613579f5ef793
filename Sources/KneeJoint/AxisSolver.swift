@preconcurrency import CGSL
import Inertial

/// Levenberg-Marquardt over two unit spheres, by GSL.
final class AxisSolver {
  struct Solution {
    var thigh: Vector3
    var shank: Vector3
    var cost: Double
  }

  private let cost: AxisCost
  private var thigh = SpherePoint(base: .unitX)
  private var shank = SpherePoint(base: .unitX)

  // GSL aborts the process on an error unless its handler is off.
  private static let handlerOff: Void = { _ = gsl_set_error_handler_off() }()

  init(_ cost: AxisCost) {
    self.cost = cost
    _ = AxisSolver.handlerOff
  }

  /// Runs down from one pair of axes.
  func minimize(fromThigh j1: Vector3, shank j2: Vector3, steps: Int = 40) throws(KneeJointError) -> Solution
  {
    thigh = SpherePoint(base: j1)
    shank = SpherePoint(base: j2)
    guard let found = gslMinimum(steps: steps) else { throw .noSolution(code: Int32(GSL_ENOMEM)) }
    if found.status != 0 && found.status != Int32(GSL_EMAXITER)
      && found.status != Int32(GSL_ENOPROG)
    {
      throw .noSolution(code: found.status)
    }
    let a = thigh.at(found.p[0], found.p[1]).point.normalized
    let b = shank.at(found.p[2], found.p[3]).point.normalized
    guard a.isFinite, b.isFinite else { throw .noSolution(code: Int32(GSL_EFAILED)) }
    return Solution(thigh: a, shank: b, cost: cost.total(a, b))
  }

  private func gslMinimum(steps: Int) -> (p: [Double], status: Int32)? {
    let rows = 2 * cost.samples.count
    guard rows >= 4 else { return nil }
    var parameters = gsl_multifit_nlinear_default_parameters()
    parameters.trs = gsl_multifit_nlinear_trs_lm
    parameters.solver = gsl_multifit_nlinear_solver_cholesky
    guard let work = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &parameters, rows, 4) else {
      return nil
    }
    defer { gsl_multifit_nlinear_free(work) }
    var problem = gsl_multifit_nlinear_fdf()
    problem.n = rows
    problem.p = 4
    problem.f = AxisSolver.residuals
    problem.df = AxisSolver.jacobian
    problem.params = Unmanaged.passUnretained(self).toOpaque()
    guard let start = gsl_vector_calloc(4) else { return nil }
    defer { gsl_vector_free(start) }
    return withExtendedLifetime(self) {
      var status = gsl_multifit_nlinear_init(start, &problem, work)
      var info: Int32 = 0
      if status == 0 {
        status = gsl_multifit_nlinear_driver(steps, 1e-7, 1e-8, 0, nil, nil, &info, work)
      }
      guard let x = gsl_multifit_nlinear_position(work) else { return nil }
      return ((0..<4).map { gsl_vector_get(x, $0) }, status)
    }
  }

  private typealias Vector = UnsafeMutablePointer<gsl_vector>

  private static let residuals:
    @convention(c) (UnsafePointer<gsl_vector>?, UnsafeMutableRawPointer?, Vector?) -> Int32 = {
      x, context, f in
      guard let x, let context, let f else { return Int32(GSL_EFAULT) }
      let solver = Unmanaged<AxisSolver>.fromOpaque(context).takeUnretainedValue()
      let j1 = solver.thigh.at(gsl_vector_get(x, 0), gsl_vector_get(x, 1)).point
      let j2 = solver.shank.at(gsl_vector_get(x, 2), gsl_vector_get(x, 3)).point
      let out = f.pointee.data!
      let stride = f.pointee.stride
      var row = 0
      for s in solver.cost.samples {
        let e = AxisCost.errors(s, j1, j2)
        out[row * stride] = AxisCost.soften(e.rate).value
        out[(row + 1) * stride] = AxisCost.soften(e.up).value
        row += 2
      }
      return 0
    }

  private static let jacobian:
    @convention(c) (
      UnsafePointer<gsl_vector>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<gsl_matrix>?
    ) -> Int32 = { x, context, matrix in
      guard let x, let context, let matrix else { return Int32(GSL_EFAULT) }
      let solver = Unmanaged<AxisSolver>.fromOpaque(context).takeUnretainedValue()
      let one = solver.thigh.at(gsl_vector_get(x, 0), gsl_vector_get(x, 1))
      let two = solver.shank.at(gsl_vector_get(x, 2), gsl_vector_get(x, 3))
      let out = matrix.pointee.data!
      let width = matrix.pointee.tda
      var row = 0
      for s in solver.cost.samples {
        let (g, u) = AxisCost.gradients(s, one.point, two.point)
        for (k, d) in [g, u].enumerated() {
          let line = out + (row + k) * width
          line[0] = d.thigh.dot(one.byP)
          line[1] = d.thigh.dot(one.byQ)
          line[2] = d.shank.dot(two.byP)
          line[3] = d.shank.dot(two.byQ)
        }
        row += 2
      }
      return 0
    }
}

extension AxisCost {
  typealias Gradient = (thigh: Vector3, shank: Vector3)

  /// Derivatives of both softened errors by the axes.
  static func gradients(_ s: AxisSample, _ j1: Vector3, _ j2: Vector3) -> (rate: Gradient, up: Gradient) {
    let e = errors(s, j1, j2)
    let g: Double = soften(e.rate).slope * s.rateWeight
    let u: Double = soften(e.up).slope / upScale
    let rate = (slope(s.thighRate, j1) * g, slope(s.shankRate, j2) * -g)
    return (rate, (s.thighUp * u, s.shankUp * -u))
  }
}
