// Shows what an editor says of a name: under the pointer, or after a tap.
const popup = document.createElement('div')
popup.className = 'type-popup'
popup.hidden = true
popup.setAttribute('aria-hidden', 'true')

function show(target: EventTarget | null): void {
  const named = target instanceof Element ? target.closest<HTMLElement>('[data-type]') : null
  popup.hidden = named === null
  if (named === null) return
  if (!popup.isConnected) document.body.append(popup)
  popup.textContent = named.dataset['type'] ?? ''
  const { left, top, bottom } = named.getBoundingClientRect()
  const { width, height } = popup.getBoundingClientRect()
  popup.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  popup.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`
}

if (document.querySelector('[data-type]') !== null) {
  document.addEventListener('pointerover', ({ target }) => show(target))
  document.addEventListener('click', ({ target }) => show(target))
  document.addEventListener('scroll', () => show(null), { passive: true, capture: true })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(null)
  })
}
