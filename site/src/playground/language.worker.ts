import type ts from 'typescript'
import { type Declarations, openLanguage } from './language'

const base = `${import.meta.env.BASE_URL}playground/`
const language = Promise.all([
  // A file of its own: a bundler takes longer over the compiler than the compiler over a program.
  import(/* @vite-ignore */ `${base}typescript.js`) as Promise<{ readonly default: typeof ts }>,
  fetch(`${base}declarations.json`).then((response) => response.json() as Promise<Declarations>),
]).then(([{ default: typescript }, declarations]) => openLanguage(typescript, declarations))

interface Call {
  readonly id: number
  readonly name: 'problems' | 'compile' | 'completions' | 'hover'
  readonly argument: { readonly text: string; readonly at: number }
}
addEventListener('message', ({ data: { id, name, argument } }: MessageEvent<Call>) => {
  language
    .then((opened) => opened[name](argument.text, argument.at))
    .then(
      (answer) => postMessage({ id, answer }),
      (error: unknown) => postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
    )
})
