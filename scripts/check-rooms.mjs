// Who may import whom. Reads every import of src, type-only ones included, and refuses
// - an import against the order of the rooms, or between siblings,
// - an import of a feature by a room that every page passes,
// - an import cycle between files,
// - a dialect's name as a value outside of a folder `dialects`: code asks a dialect for a fact, it compares no name,
// - a member of Drizzle's that its types do not show, outside of the room `drizzle`,
// - a package that the room may not use,
// - a default export,
// - a relative import without its extension,
// - in a file that every request passes, a spread with members behind it: each takes 1 to 6 µs, of 8 that a request takes,
// - a folder of test that mirrors no room of src and is not one of the few others.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { addOns } from './entry-points.mjs'
import { roomOrder } from './room-order.mjs'

/** Packages that every room may use; `type` marks those of which only types may be imported. */
const corePackages = [
  [/^drizzle-orm$/],
  [/^drizzle-orm\/[a-z]+-core(?:\/query-builders\/query)?$/, 'type'],
  [/^type-fest$/, 'type'],
]

/** What a page passes whose texts are cached. */
const warmFiles = new Set([
  'kept/kept-texts.ts',
  'page/paginate.ts',
  'page/read-any-page.ts',
  'page/read-page.ts',
  'page/read-uncounted.ts',
  'plan/create-plan.ts',
])

const src = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) =>
    relative(src, join(entry.parentPath ?? entry.path, entry.name))
      .split('\\')
      .join('/'),
  )
  .sort()
const known = new Set(files)
const problems = []

/** An add-on is named by its folder in src/entries. */
const roomOf = (file) => /^(?:features\/)?[^/.]+/.exec(file.replace(/^entries\//, ''))?.[0]
const levelOf = (room) => roomOrder.findIndex((rooms) => rooms.includes(room))

/** A plain page meets no feature: the builder puts a feature's part on the list, and the page asks the list. */
const mayNameFeatures = (room) => room.startsWith('features/') || ['builder', 'index', 'declarations'].includes(room)

function mayImport(from, to) {
  if (from === to) return true
  if (to.startsWith('features/') && !(from in addOns) && !mayNameFeatures(from)) return false
  if (from in addOns) return to in addOns ? (addOns[from].imports ?? []).includes(to) : levelOf(to) >= 0
  return levelOf(to) >= 0 && levelOf(to) < levelOf(from)
}

function mayUse(room, specifier, isTypeOnly) {
  const rules = [...corePackages, ...(addOns[room]?.packages ?? [])]
  return rules.some(([pattern, only]) => pattern.test(specifier) && (only !== 'type' || isTypeOnly))
}

/** Every module specifier of a file with whether it brings types only. */
function importsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found = []
  const isTypeOnlyClause = (clause) =>
    clause !== undefined &&
    (clause.isTypeOnly ||
      (clause.name === undefined &&
        clause.namedBindings !== undefined &&
        ts.isNamedImports(clause.namedBindings) &&
        clause.namedBindings.elements.length > 0 &&
        clause.namedBindings.elements.every((element) => element.isTypeOnly)))
  const add = (literal, isTypeOnly) => found.push({ specifier: literal.text, isTypeOnly })
  const isDynamicImport = (node) => ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyClause(node.importClause))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    else if (isDynamicImport(node) && ts.isStringLiteral(node.arguments[0])) add(node.arguments[0], false)
    const isDefault =
      ts.isExportAssignment(node) || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Default) !== 0
    if (isDefault && (ts.isExportAssignment(node) || node.parent === source))
      problems.push(`src/${file}: default export; name it`)
    if (
      warmFiles.has(file) &&
      ts.isObjectLiteralExpression(node) &&
      node.properties.slice(0, -1).some(ts.isSpreadAssignment)
    )
      problems.push(`src/${file}: ${node.getText(source)} spreads a record and adds to it; write its members`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Where a dialect's name may be a value. Elsewhere it is the key of a table by dialect, or a type. */
const namesDialects = (file) => /(?:^|\/)dialects\//.test(file)
const dialectNames = new Set(keysOf('vocabulary.ts', 'DIALECT_TITLES'))

/** The property names of an object literal in a file, by the name of its constant. */
function keysOf(file, constant) {
  const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => [...one.declarationList.declarations])
  let value = declarations.find((one) => one.name.getText() === constant)?.initializer
  while (value !== undefined && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value))) value = value.expression
  return value.properties.map((property) => property.name.text)
}

/** Every dialect's name that stands as a value in a file. */
function dialectsNamedIn(file) {
  const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    const isKey = ts.isPropertyAssignment(node.parent ?? node) && node.parent.name === node
    if (ts.isStringLiteralLike(node) && !isKey && dialectNames.has(node.text)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What Drizzle's types do not show, or show as internal: a new release of Drizzle may rename it. */
const internals =
  /Symbol\.for\('drizzle:|\bentityKind\b|\b(?:shouldInlineParams|customResultMapper|prepareOneTimeQuery|sqlToQuery|prepareTyping)\b/

const graph = new Map()
for (const file of files) {
  const room = roomOf(file)
  if (levelOf(room) < 0 && !(room in addOns))
    problems.push(`src/${file}: '${room}' is no room of scripts/room-order.mjs`)
  if (!namesDialects(file)) {
    for (const name of dialectsNamedIn(file))
      problems.push(`src/${file}: names the dialect '${name}'; ask src/dialects for what differs`)
  }
  const hidden = room === 'drizzle' ? null : internals.exec(readFileSync(join(src, file), 'utf8'))
  if (hidden !== null) problems.push(`src/${file}: reads '${hidden[0]}' of Drizzle; ask the room drizzle`)
  const targets = []
  for (const { specifier, isTypeOnly } of importsOf(file)) {
    if (!specifier.startsWith('.')) {
      const what = isTypeOnly ? specifier : `values of ${specifier}`
      if (!mayUse(room, specifier, isTypeOnly)) problems.push(`src/${file}: '${room}' may not import ${what}`)
      continue
    }
    const target = posix.join(dirname(file), specifier).replace(/\.js$/, '.ts')
    if (!specifier.endsWith('.js') || !known.has(target)) {
      problems.push(`src/${file}: ${specifier} does not name a file with its .js extension`)
      continue
    }
    targets.push(target)
    if (!mayImport(room, roomOf(target)))
      problems.push(`src/${file}: '${room}' may not import '${roomOf(target)}' (${target})`)
  }
  graph.set(file, targets)
}

const done = new Set()
function walk(file, path) {
  const at = path.indexOf(file)
  if (at >= 0) {
    problems.push(`import cycle: ${[...path.slice(at), file].join(' -> ')}`)
    return
  }
  if (done.has(file)) return
  for (const target of graph.get(file) ?? []) walk(target, [...path, file])
  done.add(file)
}
for (const file of files) walk(file, [])

/** What has no room of its own: see test/README.md. */
const otherTests = [
  'engines',
  'docs',
  'demo',
  'package',
  'mutation',
  'runtimes',
  'frontends',
  'frameworks',
  'site',
  'support',
]
const foldersOf = (path) =>
  readdirSync(join(src, '../test', path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [path + entry.name] : [],
  )
for (const name of [...foldersOf('').filter((one) => one !== 'features'), ...foldersOf('features/')]) {
  if (levelOf(name) < 0 && !(name in addOns) && !otherTests.includes(name))
    problems.push(`test/${name}: src has no such room`)
}

for (const problem of new Set(problems)) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`rooms: ${files.length} files in order`)
