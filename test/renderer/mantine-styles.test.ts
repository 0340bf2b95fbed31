import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realBuild } from '../support/host-build.ts'

// Mantine's components use hashed class names. Each class that the built scripts use and Mantine styles must be in the built styles.

const assets = join(realBuild, 'renderer/assets')

const classesIn = (text: string): Set<string> => new Set(text.match(/m_[0-9a-f]{6,8}/g))
const rulesIn = (css: string): Set<string> => new Set([...css.matchAll(/\.(m_[0-9a-f]{6,8})/g)].map(([, name]) => name as string))

/** The built files of a kind: those of the first view, or all others, which are loaded after it (renderer/window/parts/). */
const read = (part: 'first' | 'other', end: '.js' | '.css'): string => {
  const names = readdirSync(assets).filter((name) => name.endsWith(end) && name.startsWith('index-') === (part === 'first'))
  expect(names, `${part}, ${end}`).not.toHaveLength(0)
  return names.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n')
}

const readMantine = (name: string): string => readFileSync(join(import.meta.dirname, '../../node_modules/@mantine', name), 'utf8')

/** The Mantine file that defines a class, for the message. */
const fileOf = (name: string): string => {
  const folder = join(import.meta.dirname, '../../node_modules/@mantine/core/styles')
  return (
    readdirSync(folder).find((file) => file.endsWith('.layer.css') && readFileSync(join(folder, file), 'utf8').includes(`.${name}`)) ?? name
  )
}

test('every Mantine component in the built page has its styles, those for the first view in the first file', () => {
  const known = rulesIn(
    ['core', 'notifications', 'spotlight', 'dropzone'].map((name) => readMantine(`${name}/styles.layer.css`)).join('\n'),
  )
  const first = rulesIn(read('first', '.css'))
  const all = new Set([...first, ...rulesIn(read('other', '.css'))])
  const lacking = (script: string, styled: ReadonlySet<string>): readonly string[] => [
    ...new Set([...classesIn(script)].filter((name) => known.has(name) && !styled.has(name)).map(fileOf)),
  ]
  expect(lacking(read('first', '.js'), first), 'add to renderer/mantine.css').toEqual([])
  expect(lacking(read('other', '.js'), all), 'add to renderer/window/parts/parts-mantine.css').toEqual([])
  // The check works: a component without its styles is reported.
  expect(lacking(read('first', '.js'), new Set())).toContain('Button.layer.css')
})
