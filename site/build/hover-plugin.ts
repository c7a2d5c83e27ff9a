// For Expressive Code: what write-hovers.ts found, as an attribute of each name. src/components/hovers.ts shows it.
import { readFileSync } from 'node:fs'
import { definePlugin, ExpressiveCodeAnnotation } from '@expressive-code/core'
import { h } from '@expressive-code/core/hast'
import type { Hover } from './write-hovers.js'

const { hovers } = JSON.parse(readFileSync(new URL('../.generated/hovers.json', import.meta.url), 'utf8')) as {
  readonly hovers: Readonly<Record<string, readonly Hover[]>>
}

class HoverAnnotation extends ExpressiveCodeAnnotation {
  readonly #text: string
  constructor(columnStart: number, columnEnd: number, text: string) {
    super({ inlineRange: { columnStart, columnEnd }, renderPhase: 'latest' })
    this.#text = text
  }
  render({
    nodesToTransform,
  }: Parameters<ExpressiveCodeAnnotation['render']>[0]): ReturnType<ExpressiveCodeAnnotation['render']> {
    return nodesToTransform.map((node) => h('span', { 'data-type': this.#text }, [node as never]))
  }
}

export const hoverPlugin = () =>
  definePlugin({
    name: 'Types on hover',
    hooks: {
      annotateCode: ({ codeBlock }) => {
        const lines = codeBlock.getLines()
        for (const [line, column, length, text] of hovers[codeBlock.metaOptions.getString('at') ?? ''] ?? []) {
          lines[line]?.addAnnotation(new HoverAnnotation(column, column + length, text))
        }
      },
    },
  })
