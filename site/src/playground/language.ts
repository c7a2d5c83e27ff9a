// What an editor knows of a program: TypeScript's language service over the declarations that build/write-playground.ts
// collected.
import type ts from 'typescript'
import { hoverText } from './hover-text'

export interface Declarations {
  /** By path. */
  readonly files: Readonly<Record<string, string>>
  /** The file that a specifier names, by `importing file` and specifier with a blank between. */
  readonly resolved: Readonly<Record<string, string>>
  /** The same for programs. */
  readonly entries: Readonly<Record<string, string>>
  readonly options: ts.CompilerOptions
}

export interface Problem {
  readonly from: number
  readonly to: number
  readonly message: string
}

export interface Language {
  problems(text: string): readonly Problem[]
  completions(
    text: string,
    at: number,
  ): readonly { readonly name: string; readonly kind: string; readonly sort: string }[]
  hover(text: string, at: number): { readonly from: number; readonly to: number; readonly text: string } | null
  compile(text: string): string
}

const PROGRAM = '/program.ts'

export function openLanguage(typescript: typeof ts, { files, resolved, entries, options }: Declarations): Language {
  let program = ''
  let version = 0
  const textOf = (file: string): string | undefined => (file === PROGRAM ? program : files[file])
  const service = typescript.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [PROGRAM],
    getScriptVersion: (file) => (file === PROGRAM ? String(version) : '1'),
    getScriptSnapshot: (file) => {
      const text = textOf(file)
      return text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib/lib.es2023.d.ts',
    fileExists: (file) => textOf(file) !== undefined,
    readFile: textOf,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const file = from === PROGRAM ? entries[text] : resolved[`${from} ${text}`]
        if (file === undefined) return { resolvedModule: undefined }
        const extension = /\.d\.[cm]?ts$/.exec(file)?.[0] ?? '.ts'
        return {
          resolvedModule: {
            resolvedFileName: file,
            extension,
            isExternalLibraryImport: file.startsWith('/node_modules/'),
          },
        }
      }),
  })
  const put = (text: string): void => {
    if (text === program) return
    program = text
    version++
  }
  return {
    problems(text) {
      put(text)
      const found = [...service.getSyntacticDiagnostics(PROGRAM), ...service.getSemanticDiagnostics(PROGRAM)]
      return found.map(({ start = 0, length = 1, messageText }) => ({
        from: start,
        to: start + Math.max(1, length),
        message: typescript.flattenDiagnosticMessageText(messageText, '\n'),
      }))
    },
    completions(text, at) {
      put(text)
      const found = service.getCompletionsAtPosition(PROGRAM, at, { includeCompletionsWithInsertText: false })
      return (found?.entries ?? []).slice(0, 300).map(({ name, kind, sortText }) => ({ name, kind, sort: sortText }))
    },
    hover(text, at) {
      put(text)
      const info = service.getQuickInfoAtPosition(PROGRAM, at)
      if (info === undefined) return null
      const { start, length } = info.textSpan
      return { from: start, to: start + length, text: hoverText(info) }
    },
    compile: (text) =>
      typescript.transpileModule(text, {
        compilerOptions: { module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2022 },
      }).outputText,
  }
}
