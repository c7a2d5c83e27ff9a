// Line charts as SVG, by hand: logarithmic or linear axes, a few series, a legend.
const WIDTH = 640
const HEIGHT = 360
const LEFT = 70
const RIGHT = 180
const TOP = 40
const BOTTOM = 52
const COLOURS = ['#1b6ca8', '#c2410c', '#4d7c0f', '#7e22ce', '#525252']
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '4 4']

/** What a dark page shows in place of a light one's colours. */
const DARK = {
  '#fff': '#17181c',
  '#ddd': '#3a3d45',
  '#333': '#aaa',
  '#1b6ca8': '#60b0ee',
  '#c2410c': '#fb8a4e',
  '#4d7c0f': '#a3d64f',
  '#7e22ce': '#c79bf7',
  '#525252': '#b5b5b5',
}
const darkRules = Object.entries(DARK).map(
  ([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`,
)
const STYLE = `<style>@media (prefers-color-scheme:dark){text{fill:#eee}${darkRules.join('')}}</style>`

const escapeText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const rounded = (value) => Math.round(value * 10) / 10

function label(value) {
  if (value >= 1_000_000) return `${value / 1_000_000} M`
  if (value >= 1000) return `${value / 1000} k`
  return String(Number(value.toPrecision(2)))
}

/** @returns ticks, and the share of the axis (0 to 1) at which a value stands */
function scale(values, isLogarithmic) {
  const low = Math.min(...values)
  const high = Math.max(...values)
  if (isLogarithmic) {
    const from = Math.floor(Math.log10(low))
    const to = Math.max(from + 1, Math.ceil(Math.log10(high)))
    const ticks = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at))
    return { ticks, share: (value) => (Math.log10(value) - from) / (to - from) }
  }
  const step = 10 ** Math.floor(Math.log10(high))
  const fine = high / step < 3 ? step / 2 : step
  const top = Math.ceil(high / fine) * fine
  return {
    ticks: Array.from({ length: Math.round(top / fine) + 1 }, (_, at) => at * fine),
    share: (value) => value / top,
  }
}

/**
 * @param {{ title: string, x: { title: string, log?: boolean }, y: { title: string, log?: boolean },
 *   series: { name: string, points: (readonly [number, number])[] }[] }} chart
 */
export function lineChart({ title, x, y, series }) {
  const points = series.flatMap(({ points }) => points)
  const across = scale(
    points.map(([value]) => value),
    x.log === true,
  )
  const up = scale(
    points.map(([, value]) => value),
    y.log === true,
  )
  const at = (value) => rounded(LEFT + across.share(value) * (WIDTH - LEFT - RIGHT))
  const height = (value) => rounded(HEIGHT - BOTTOM - up.share(value) * (HEIGHT - TOP - BOTTOM))
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="22" font-size="14" font-weight="600">${escapeText(title)}</text>`,
    ...across.ticks.map(
      (tick) => `<text x="${at(tick)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${label(tick)}</text>`,
    ),
    ...up.ticks.map(
      (tick) =>
        `<path d="M${LEFT} ${height(tick)}H${WIDTH - RIGHT}" stroke="#ddd"/>` +
        `<text x="${LEFT - 6}" y="${height(tick) + 4}" text-anchor="end">${label(tick)}</text>`,
    ),
    `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#333"/>`,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 14}" text-anchor="middle">${escapeText(x.title)}</text>`,
    `<text transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escapeText(y.title)}</text>`,
    ...series.flatMap(({ name, points }, index) => {
      const stroke = `stroke="${COLOURS[index % COLOURS.length]}"`
      const dash = `stroke-dasharray="${DASHES[index % DASHES.length]}"`
      const line = points.map(([a, b], point) => `${point === 0 ? 'M' : 'L'}${at(a)} ${height(b)}`).join('')
      const legend = TOP + 12 + index * 20
      return [
        `<path d="${line}" fill="none" ${stroke} stroke-width="2" ${dash}/>`,
        ...points.map(
          ([a, b]) => `<circle cx="${at(a)}" cy="${height(b)}" r="2.5" fill="${COLOURS[index % COLOURS.length]}"/>`,
        ),
        `<path d="M${WIDTH - RIGHT + 14} ${legend}h24" ${stroke} stroke-width="2" ${dash}/>`,
        `<text x="${WIDTH - RIGHT + 44}" y="${legend + 4}">${escapeText(name)}</text>`,
      ]
    }),
  ]
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">`
  return `${head}\n${STYLE}\n<title>${escapeText(title)}</title>\n${parts.join('\n')}\n</svg>\n`
}
