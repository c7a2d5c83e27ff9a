// Says which peers have a newer major in the registry than the range of package.json allows: `npm run peers`. Ends with
// 1 if any has.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { peerDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
let missing = 0
for (const [name, range] of Object.entries(peerDependencies)) {
  const latest = execFileSync('npm', ['view', name, 'dist-tags.latest'], { encoding: 'utf8', timeout: 60_000 }).trim()
  // What npm would choose of the range: nothing of the newest major means that the range ends before it.
  const inRange = execFileSync('npm', ['view', `${name}@${range}`, 'version', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const isAllowed = [JSON.parse(inRange)].flat().includes(latest)
  if (!isAllowed) missing += 1
  console.log(`${isAllowed ? 'ok     ' : 'missing'} ${name} ${latest} (${range})`)
}
process.exitCode = missing === 0 ? 0 : 1
