// Compiles projects by a compiler's own API, and checks their files and this package's declarations, without
// `skipLibCheck`. The declarations of other packages are read and not checked: that is most of what `tsc` spends its
// time on.
//
//   node scripts/compile-consumer.mjs <compiler> <project>...    <compiler> is the path of typescript.js
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , compiler, ...projects] = process.argv
const { default: ts } = await import(pathToFileURL(compiler).href)

for (const project of projects) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => print([diagnostic]) }
  const config = ts.getParsedCommandLineOfConfigFile(join(project, 'tsconfig.json'), {}, host)
  if (config === undefined) continue
  const program = ts.createProgram({
    rootNames: config.fileNames,
    options: config.options,
    projectReferences: config.projectReferences,
    configFileParsingDiagnostics: config.errors,
  })
  const own = resolve(project)
  const isOurs = ({ fileName }) =>
    fileName.includes('/node_modules/drizzle-paginate/') ||
    (resolve(fileName).startsWith(own) && !fileName.includes('/node_modules/'))
  const checked = program.getSourceFiles().filter(isOurs)
  print([
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    // Last: an export whose type has no name is found here. File by file, because to emit the program is to check all
    // of it.
    ...checked.filter(({ isDeclarationFile }) => !isDeclarationFile).flatMap((file) => program.emit(file).diagnostics),
  ])
}

function print(diagnostics) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => '\n',
  }
  process.stdout.write(ts.formatDiagnostics(diagnostics, host))
}
