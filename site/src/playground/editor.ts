// The editor: CodeMirror, with what the language worker says.
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { linter, lintGutter } from '@codemirror/lint'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import type { Caller } from './calls'
import type { Language, Problem } from './language'

const kinds: Readonly<Record<string, string>> = {
  method: 'method',
  property: 'property',
  const: 'constant',
  alias: 'variable',
  string: 'text',
}

export function openEditor(
  parent: HTMLElement,
  doc: string,
  ask: Caller,
  changed: () => void,
  apply: () => void,
): EditorView {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[$\w.]*$/)
    const text = context.state.doc.toString()
    if (!context.explicit && !/[.'"$\w]$/.test(text.slice(0, context.pos))) return null
    const from = context.pos - (/[$\w]*$/.exec(word?.text ?? '')?.[0].length ?? 0)
    const found = await ask<ReturnType<Language['completions']>>('completions', { text, at: context.pos })
    if (found.length === 0) return null
    return {
      from,
      options: found.map(({ name, kind }) => ({ label: name, type: kinds[kind] ?? kind })),
      validFor: /^[$\w.]*$/,
    }
  }
  return new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        keymap.of([{ key: 'Mod-Enter', run: () => (apply(), true) }]),
        basicSetup,
        // Colours are the style sheet's, light and dark.
        syntaxHighlighting(classHighlighter),
        javascript({ typescript: true }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Program: declares a list' }),
        lintGutter(),
        linter(
          async (view) => {
            const problems = await ask<readonly Problem[]>('problems', { text: view.state.doc.toString() })
            const { length } = view.state.doc
            return problems.map(({ from, to, message }) => ({
              from: Math.min(from, length),
              to: Math.min(to, length),
              message,
              severity: 'error',
            }))
          },
          { delay: 400 },
        ),
        hoverTooltip(async (view, pos) => {
          const found = await ask<ReturnType<Language['hover']>>('hover', { text: view.state.doc.toString(), at: pos })
          if (found === null) return null
          return {
            pos: found.from,
            end: found.to,
            create: () => {
              const dom = document.createElement('div')
              dom.className = 'editor-type'
              dom.textContent = found.text
              return { dom }
            },
          }
        }),
        autocompletion({ override: [complete] }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) changed()
        }),
      ],
    }),
  })
}
