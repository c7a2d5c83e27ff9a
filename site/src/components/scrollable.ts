// A table or a block of code that is wider than its column is reached by the keyboard, to be scrolled by arrow keys.
const isWider = (element: Element): boolean => element.scrollWidth > element.clientWidth

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (isWider(target)) target.setAttribute('tabindex', '0')
    else target.removeAttribute('tabindex')
  }
})
for (const element of document.querySelectorAll('.sl-markdown-content :is(table, pre)')) sizes.observe(element)
