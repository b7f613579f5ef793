import IMUProtocols
import Inertial
import Testing

/// Columns of orientation, counters, and clocks that are slower than the rows.
@Suite struct TextOrientationTests {
  private func decoder(_ json: String) throws -> TextLineDecoder {
    TextLineDecoder(configuration: try TextLineConfiguration(json: json))
  }

  @Test(arguments: [
    (#"["qw","qx","qy","qz"]"#, "wxyz"), (#"["qW","qX","qY","qZ"]"#, "xyzw"),
    (#"["q0","q1","q2","q3"]"#, "wxyz"),
    (#"["quat_w","quat_x","quat_y","quat_z"]"#, "wxyz"),
  ])
  func `a quaternion is read in its order`(columns: String, order: String) throws {
    var decoder = try decoder(#"{"columns":\#(columns),"units":{"quat":"\#(order)"}}"#)
    let samples = decoder.samples(Array("0.5,-0.5,0.5,0.5\n".utf8))
    #expect(samples.map(\.orientation?.quaternion) == [Quaternion(0.5, -0.5, 0.5, 0.5)])
    #expect(decoder.statistics.rejected == 0)
  }

  @Test func `numbered columns may begin with x`() throws {
    var decoder = try decoder(#"{"columns":["q0","q1","q2","q3"],"units":{"quat":"xyzw"}}"#)
    #expect(
      decoder.samples(Array("1,2,3,4\n".utf8)).map(\.orientation?.quaternion) == [Quaternion(4, 1, 2, 3)])
  }

  @Test func `an order that nobody states is asked for`() throws {
    var decoder = try decoder(#"{"columns":["q0","q1","q2","q3"]}"#)
    #expect(decoder.samples(Array("1,0,0,0\n".utf8)).isEmpty)
    #expect(decoder.takeEvents().contains(.unitsMissing(["quat"])))
  }

  @Test(arguments: [("deg", 180.0), ("rad", Double.pi)])
  func `angles are read in their unit`(unit: String, half: Double) throws {
    var decoder = try decoder(#"{"columns":["yaw","pitch","roll"],"units":{"angle":"\#(unit)"}}"#)
    let samples = decoder.samples(Array("\(half / 2),\(half / 6),\(-half / 3)\n".utf8))
    let angles = try #require(samples.first?.orientation?.angles)
    #expect((angles - Vector3(-.pi / 3, .pi / 6, .pi / 2)).norm < 1e-12)
  }

  @Test func `orientation without a unit stays away and the sensors stay`() throws {
    let columns = #"["ax","ay","az","gx","gy","gz","roll","pitch","yaw"]"#
    var decoder = try decoder(#"{"columns":\#(columns),"units":{"acc":"g","gyr":"deg/s"}}"#)
    let samples = decoder.samples(Array("0,0,1,1,2,3,10,20,30\n".utf8))
    #expect(samples.count == 1)
    #expect(samples[0].orientation == nil)
    #expect(decoder.takeEvents() == [.unitsMissing(["angle"])])
  }

  @Test func `a source of orientation needs no gyroscope, and half a quaternion is none`() throws {
    var whole = try decoder(#"{"columns":["ax","ay","az","qw","qx","qy","qz"],"units":{"acc":"g"}}"#)
    #expect(whole.samples(Array("0,0,1,1,0,0,0\n".utf8)).count == 1)
    var half = try decoder(#"{"columns":["ax","ay","az","qw","qx"],"units":{"acc":"g"}}"#)
    #expect(half.samples(Array("0,0,1,1,0\n".utf8)).isEmpty)
    #expect(half.takeEvents() == [.columnsMissing(["gx", "gy", "gz", "qy", "qz"])])
  }

  @Test func `turned axes turn the orientation with the vectors`() throws {
    let columns = #"["ax","ay","az","qw","qx","qy","qz"]"#
    var decoder = try decoder(
      #"{"columns":\#(columns),"units":{"acc":"m/s2"},"sensors":{"":"shank"},"axes":{"shank":"-y,x,z"}}"#)
    let q = Quaternion(axis: Vector3(0.6, 0.8, 0), angle: 0.7)
    let force = q.rotateBack(Vector3(0, 0, 9.81))
    let numbers = [force.x, force.y, force.z, q.w, q.x, q.y, q.z]
    let samples = decoder.samples(Array((numbers.map { "\($0)" }.joined(separator: ",") + "\n").utf8))
    let sample = try #require(samples.first)
    let up = try #require(sample.orientation).quaternion.rotate(sample.sample.accelerometer)
    #expect((up - Vector3(0, 0, 9.81)).norm < 1e-12)
  }

  @Test func `every right-handed map is the turn that its rotation says`() throws {
    let letters = ["x", "y", "z"], signs = ["", "-"]
    var count = 0
    for a in letters {
      for b in letters {
        for c in letters {
          for i in signs {
            for j in signs {
              for k in signs {
                guard let map = AxisMap("\(i)\(a),\(j)\(b),\(k)\(c)") else { continue }
                count += 1
                for v in [Vector3.unitX, .unitY, Vector3(1, 2, 3)] {
                  #expect((map.rotation.rotate(v) - map(v)).norm < 1e-12, "\(map.text)")
                }
              }
            }
          }
        }
      }
    }
    #expect(count == 24)
  }

  @Test func `a counter is given as sent`() throws {
    var decoder = try decoder(#"{"columns":["counter","gx","gy","gz"],"units":{"gyr":"rad/s"}}"#)
    #expect(decoder.samples(Array("4294967295,1,2,3\n0,1,2,3\n".utf8)).map(\.counter) == [.max, 0])
  }

  @Test func `a field without a unit keeps its numbers`() throws {
    var decoder = try decoder(#"{"columns":["gx","gy","gz","mx","my","mz"],"units":{"gyr":"rad/s"}}"#)
    #expect(decoder.samples(Array("1,2,3,400,5,6\n".utf8)).map(\.sample.magnetometer) == [Vector3(400, 5, 6)])
    #expect(decoder.fieldUnit == .arbitrary)
  }

  @Test(arguments: [(150.0, 10), (250, 10), (104, 10), (60, 10), (2000, 1), (400, 1), (119, 1)])
  func `a clock slower than the rows loses none of them`(rate: Double, tick: Int) throws {
    let json =
      #"{"columns":["millis","ax","ay","az","gx","gy","gz"],"units":{"acc":"m/s2","gyr":"rad/s"}}"#
    var stream = SensorStream(decoder: try decoder(json))
    var samples: [DecodedSample] = []
    let rows = exampleRows(3000, rate: rate)
    for (number, row) in rows.enumerated() {
      let time = Double(number) / rate
      let stamp = Int(time * 1000 / Double(tick)) * tick
      let f = row.sample.accelerometer, g = row.sample.gyroscope
      let line = "\(stamp),\(f.x),\(f.y),\(f.z),\(g.x),\(g.y),\(g.z)\n"
      stream.push(RawLogRecord(time: Int64(time * 1e9), .received(Array(line.utf8)))) { samples.append($0) }
    }
    stream.finish { samples.append($0) }
    // The first rows that share a stamp are what teaches it.
    #expect(samples.count >= 2970, "\(samples.count) of 3000: \(stream.rejectedByReason)")
    let late = samples.suffix(2000).enumerated().map { number, sample in
      Double(sample.sample.deviceTime ?? 0) * 1e-9 - Double(number) / rate
    }
    let spread = (late.max() ?? 0) - (late.min() ?? 0)
    #expect(spread < 1.2e-3 * Double(tick), "\(spread) s")
  }
}
