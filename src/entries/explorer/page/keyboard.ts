// Explorer's page: keys that act outside of fields. They can be switched off (WCAG 2.2, 2.1.4).
import { byId, store, stored } from './elements.js'

const STORED = 'drizzle-paginate-explorer-single-keys'

/**
 * @param always act wherever the focus is, Escape outside of fields
 * @param keys by the character they type
 */
export function listenToKeys(
  { run, cancel }: { run(): void; cancel(): void },
  keys: Readonly<Record<string, () => void>>,
): void {
  const isOn = byId('single-keys', HTMLInputElement)
  isOn.checked = stored('localStorage', STORED) !== 'off'
  isOn.addEventListener('change', () => store('localStorage', STORED, isOn.checked ? 'on' : 'off'))
  document.addEventListener('keydown', (event) => {
    const { target } = event
    // It has its own.
    if (document.querySelector('dialog[open]') !== null) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return run()
    }
    const isField = target instanceof HTMLElement && target.matches('input, select, textarea')
    if (event.key === 'Escape') return isField ? target.blur() : cancel()
    if (!isOn.checked || isField || event.ctrlKey || event.metaKey || event.altKey) return
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (act === undefined) return
    // Or the key would be typed into the field that it moves to.
    event.preventDefault()
    act()
  })
}
