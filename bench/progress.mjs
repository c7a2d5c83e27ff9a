// A progress bar on standard error; plain lines where that is not a terminal.
const WIDTH = 30

/** @returns {(done: number) => void} call with the number of units done; at `total` the line is finished */
export function progressBar(title, total) {
  const isTerminal = process.stderr.isTTY === true
  const started = performance.now()
  let shown = -1
  return (done) => {
    const percent = Math.floor((100 * done) / total)
    const isFifth = Math.floor(percent / 20) !== Math.floor(shown / 20)
    if (percent === shown || (!isTerminal && !isFifth)) return
    shown = percent
    const filled = Math.round((WIDTH * done) / total)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const line = `${title} [${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${percent} % ${seconds} s`
    process.stderr.write(isTerminal ? `\r${line}${done >= total ? '\n' : ''}` : `${line}\n`)
  }
}
