// A document of jsdom, with the globals that React and a component read.
import { JSDOM } from 'jsdom'

const NAMES = 'window document navigator location history Event addEventListener removeEventListener dispatchEvent'

export interface OpenDocument {
  readonly window: Window & typeof globalThis
  readonly close: () => void
}

export function openDocument(url: string): OpenDocument {
  const { window } = new JSDOM('<!doctype html><div id="root"></div>', { url, pretendToBeVisual: true })
  const before = new Map<string, PropertyDescriptor | undefined>()
  for (const name of NAMES.split(' ')) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    const own: unknown = name === 'window' ? window : window[name as 'document']
    const value: unknown = typeof own === 'function' && name !== 'Event' ? own.bind(window) : own
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return {
    window,
    close: () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
      window.close()
    },
  }
}
