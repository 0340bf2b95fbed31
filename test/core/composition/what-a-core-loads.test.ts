import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const core = fileURLToPath(new URL('../../../electron/core/core.ts', import.meta.url))
const nodePorts = fileURLToPath(new URL('../../../electron/core/node-ports.ts', import.meta.url))

const readModules = `
  await import(${JSON.stringify(core)})
  await import(${JSON.stringify(nodePorts)})
  console.log(JSON.stringify(process.moduleLoadList))`

test("loads a core without Node's own copy of undici", async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', readModules]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const loaded = JSON.parse(stdout) as readonly string[]

  expect(loaded).toContain('NativeModule sqlite')
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([])
})
