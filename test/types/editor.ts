// What an editor shows, read from the TypeScript language service over one file in memory, on the Drizzle line of the
// run.
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { inject } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files that all editors of a worker read, parsed once. */
const parsedFiles = ts.createDocumentRegistry()

/** One language service for a file of code, as a strict program sees it. */
export class Editor {
  readonly #file = `${root}editor.ts`
  readonly #text: string
  readonly #service: ts.LanguageService

  constructor(text: string) {
    this.#text = text
    const isNewLine = new RegExp(inject('drizzle')).test('1.0.0')
    const drizzle = `${root}node_modules/drizzle-orm${isNewLine ? '-v1' : ''}`
    const host: ts.LanguageServiceHost = {
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      getScriptFileNames: () => [this.#file],
      getScriptVersion: (name) => (name === this.#file ? text : '1'),
      getScriptSnapshot: (name) => {
        const source = name === this.#file ? text : ts.sys.readFile(name)
        return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source)
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      getCompilationSettings: () => ({
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node'],
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        paths: {
          'drizzle-paginate': [`${root}src/index.ts`],
          'drizzle-paginate/*': [`${root}src/entries/*/index.ts`],
          'drizzle-orm': [`${drizzle}/index.d.ts`],
          'drizzle-orm/*': [`${drizzle}/*.d.ts`],
        },
      }),
    }
    this.#service = ts.createLanguageService(host, parsedFiles)
  }

  /** What the pop-up over the first `name` after `from` says, on one line. */
  hover(name: string, from = 0): string {
    const at = this.#text.indexOf(name, from)
    const info = this.#service.getQuickInfoAtPosition(this.#file, at)
    return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' ')
  }

  /** What is offered at a position, in alphabetical order, by the settings of VS Code. */
  completions(at: number): string[] {
    const entries =
      this.#service.getCompletionsAtPosition(this.#file, at, { includeCompletionsWithInsertText: true })?.entries ?? []
    return entries.map((entry) => entry.name).toSorted()
  }

  /** The texts of the lines that go to definition leads to, from the first `name` after `from`. */
  definitions(name: string, from = 0): string[] {
    const found = this.#service.getDefinitionAtPosition(this.#file, this.#text.indexOf(name, from)) ?? []
    return found.map(({ fileName, textSpan }) => {
      const text = fileName === this.#file ? this.#text : (ts.sys.readFile(fileName) ?? '')
      const start = text.lastIndexOf('\n', textSpan.start) + 1
      return text.slice(start, text.indexOf('\n', textSpan.start)).trim()
    })
  }

  /** Where the compiler underlines: from which character on, and what. */
  squiggles(): [start: number, text: string][] {
    return this.#service
      .getSemanticDiagnostics(this.#file)
      .flatMap(({ start, length }) =>
        start === undefined ? [] : [[start, this.#text.slice(start, start + (length ?? 0))]],
      )
  }

  /** The compiler's messages by line, 1-based; the lines that a message continues on are joined by a line break. */
  messages(): Map<number, string[]> {
    const byLine = new Map<number, string[]>()
    for (const { file, start, messageText } of this.#service.getSemanticDiagnostics(this.#file)) {
      const line =
        file === undefined || start === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start).line + 1
      byLine.set(line, [...(byLine.get(line) ?? []), ts.flattenDiagnosticMessageText(messageText, '\n')])
    }
    return byLine
  }
}
