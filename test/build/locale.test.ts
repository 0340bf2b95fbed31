import { expect, it } from 'vitest'

type EnvironmentOf = (root: string, node: string, env: NodeJS.ProcessEnv, platform: string) => NodeJS.ProcessEnv

const module = new URL('../../build/node-runtime.mjs', import.meta.url).href
const { environmentOf } = (await import(module)) as { readonly environmentOf: EnvironmentOf }

it('every process started from here reads file names as UTF-8, also if the system sets no locale', () => {
  const localeIn = (env: NodeJS.ProcessEnv, platform = 'linux'): string | undefined =>
    environmentOf('/app', '/app/node', env, platform).LC_ALL
  expect(localeIn({})).toBe('C.UTF-8')
  expect(localeIn({ LANG: 'C' })).toBe('C.UTF-8')
  expect(localeIn({ LANG: 'de_DE.UTF-8', LC_ALL: 'POSIX' })).toBe('C.UTF-8')
  expect(localeIn({ LANG: 'de_DE.UTF-8' })).toBeUndefined()
  expect(localeIn({ LC_CTYPE: 'en_US.utf8' })).toBeUndefined()
  expect(localeIn({}, 'win32')).toBeUndefined()
})
