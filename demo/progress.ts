// A progress bar on stderr: drawn over itself in a terminal, a line per quarter anywhere else.

const width = 30
const grouped = new Intl.NumberFormat('en-US')

/** Says how far a long step has come. Call with `done === total` at its end. */
export type Progress = (done: number, total: number) => void

export function progressBar(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  let quarter = 0
  return (done, total) => {
    const part = total === 0 ? 1 : done / total
    const text = `${grouped.format(done)} of ${grouped.format(total)}`
    if (stream.isTTY) {
      const filled = Math.round(part * width)
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      stream.write(`\r${label} ${bar} ${Math.floor(part * 100)} %, ${text}${done === total ? '\n' : ''}`)
    } else if (Math.floor(part * 4) > quarter) {
      quarter = Math.floor(part * 4)
      stream.write(`${label} ${quarter * 25} %, ${text}\n`)
    }
  }
}
