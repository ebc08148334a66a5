/// A number and how many binary digits its magnitude has.
struct CodedNumber {
  let value: Int
  let digits: UInt64
}
