// A TCP proxy in front of a database server: a restart, a cut and a stalled network, without any for other users of the
// server.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

interface Pair {
  readonly near: Socket
  readonly far: Socket
}

export class TcpProxy {
  readonly #pairs = new Set<Pair>()
  readonly #server: Server
  #isDown = false

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#server = createServer((near) => {
      near.on('error', () => {})
      if (this.#isDown) return void near.destroy()
      const far = connect(target)
      far.on('error', () => {})
      const pair = { near, far }
      this.#pairs.add(pair)
      near.pipe(far)
      far.pipe(near)
      const end = (): void => {
        this.#pairs.delete(pair)
        near.destroy()
        far.destroy()
      }
      near.on('close', end)
      far.on('close', end)
    })
  }

  static open(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    return new Promise((resolve) => proxy.#server.listen(0, '127.0.0.1', () => resolve(proxy)))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** By these the server knows the connections that go through here. */
  get portsAtServer(): number[] {
    return [...this.#pairs].flatMap(({ far }) => (far.localPort === undefined ? [] : [far.localPort]))
  }

  cut(): void {
    for (const { near, far } of this.#pairs) {
      near.destroy()
      far.destroy()
    }
  }

  /** As while a server restarts: every connection is cut, and new ones are ended. */
  setDown(isDown: boolean): void {
    this.#isDown = isDown
    if (isDown) this.cut()
  }

  /** Nothing arrives on either side, and nobody is told. */
  setStalled(isStalled: boolean): void {
    for (const { near, far } of this.#pairs) {
      if (isStalled) {
        near.unpipe(far)
        far.unpipe(near)
        near.pause()
        far.pause()
      } else {
        near.pipe(far)
        far.pipe(near)
      }
    }
  }

  close(): void {
    this.#server.close()
    this.cut()
  }
}
