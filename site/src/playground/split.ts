// The line between program and explorer: dragged, or moved by arrow keys.
const STEP = 2

export function movableSplit(halves: HTMLElement, split: HTMLElement): void {
  const move = (percent: number): void => {
    const width = Math.min(80, Math.max(20, Math.round(percent)))
    halves.style.setProperty('--program', `${width}%`)
    split.setAttribute('aria-valuenow', String(width))
  }
  split.addEventListener('pointerdown', (event) => {
    split.setPointerCapture(event.pointerId)
    // A frame would take the pointer.
    halves.classList.add('dragged')
  })
  split.addEventListener('pointermove', ({ clientX }) => {
    if (!halves.classList.contains('dragged')) return
    const { left, width } = halves.getBoundingClientRect()
    move(((clientX - left) / width) * 100)
  })
  split.addEventListener('lostpointercapture', () => halves.classList.remove('dragged'))
  split.addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[key]
    if (step !== undefined) move(Number(split.getAttribute('aria-valuenow')) + step)
  })
}
