import Workers

/// Returns the squares of some numbers, computed on another thread and taken from its messages.
func squares(of numbers: [Int]) -> [Int] {
  let mailbox = Mailbox<Int>()
  let worker = Worker(name: "squares")

  for number in numbers {
    worker.run { mailbox.send(number * number) }
  }
  worker.finish()
  return mailbox.takeAll()
}
