import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellDepartures } from '../../electron/cli/tell-departures.ts'
import { formatConnectionLink } from '../../electron/core/workspaces/connections/parse-connection-link.ts'
import { type ConnectionFile, connectionFile } from '../../shared/workspaces/connection-file.ts'
import { describeDeparture } from '../../shared/workspaces/offer-departures-words.ts'
import { openTestCore, type TestCore } from '../support/open-test-core.ts'

/**
 * What becomes of each field of a connection file in the dialog that offers it. `shown`: always there in words. `departure`: there if it
 * isn't what is usual, or known of this workspace. `kept`: goes to the keychain. `fits`: refused if it belongs to another workspace.
 */
const fieldRules: Readonly<Record<keyof ConnectionFile, 'shown' | 'departure' | 'kept' | 'fits'>> = {
  packshot: 'fits',
  name: 'shown',
  baseUrl: 'shown',
  clientId: 'fits',
  clientSecret: 'kept',
  redirectUris: 'fits',
  signInOrigin: 'shown',
  scopes: 'shown',
  publishing: 'shown',
  questionSets: 'shown',
  requirementProfiles: 'shown',
  basicAuth: 'departure',
  paths: 'departure',
  templates: 'departure',
  rates: 'departure',
  readProduct: 'departure',
  listEditors: 'departure',
  productAddress: 'departure',
  stopAfter: 'departure',
  jpegQuality: 'departure',
  removePersonal: 'departure',
  longestEdge: 'departure',
  largestFile: 'departure',
  background: 'departure',
  serviceAppends: 'departure',
}

let folder: string
let open: TestCore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-offered-'))
  open = await openTestCore(join(folder, 'data'))
})
afterEach(async () => {
  await open.core.stop()
  await rm(folder, { recursive: true, force: true })
})

const fields = { packshot: 1, name: 'ACME', baseUrl: 'https://api.acme.example', clientId: 'c', clientSecret: 's' }
/** A value of each field that an offer lists, other than the usual one. */
const unusual = {
  basicAuth: 'raw',
  paths: { sources: '/other/sources' },
  templates: { createProduct: '{"title": "{{name}}"}' },
  rates: { 'analyse-image': 5 },
  readProduct: { path: '/v1/items/{productId}' },
  listEditors: 'only-here',
  productAddress: 'https://shop.example/{productId}',
  stopAfter: 10,
  jpegQuality: 50,
  removePersonal: false,
  longestEdge: 2_000,
  largestFile: 500,
  background: '#ff0000',
  serviceAppends: true,
}
const offer = async (form: { kind: 'file'; text: string } | { kind: 'link'; link: string }) => {
  const made = await open.client.offers.make(form.kind === 'file' ? { ...form, fileName: null } : form)
  if (made?.stage !== 'proposed') throw new Error(`it is ${made?.stage}`)
  return made
}

describe('a connection file', () => {
  it('has a rule for each of its fields', () => {
    expect(Object.keys(fieldRules).toSorted()).toEqual(Object.keys(connectionFile.shape).toSorted())
    const listed = Object.entries(fieldRules).flatMap(([name, rule]) => (rule === 'departure' ? [name] : []))
    expect(Object.keys(unusual).toSorted()).toEqual(listed.toSorted())
  })

  it.each(Object.entries(unusual))('that says %s says so in the dialog, in words', async (name, value) => {
    const { summary } = await offer({ kind: 'file', text: JSON.stringify({ ...fields, [name]: value }) })
    expect(summary.departures).toHaveLength(1)
    expect(summary.departures[0]?.weakens).toBe(['listEditors', 'removePersonal', 'serviceAppends'].includes(name))
    const [departure] = summary.departures
    if (!departure) throw new Error('none')
    expect(describeDeparture(departure)).toMatch(/^[A-Z].{10}/)
    expect(describeDeparture(departure)).not.toContain('undefined')
  })

  it('that says what is usual says nothing there', async () => {
    const usual = { removePersonal: true, serviceAppends: false, basicAuth: 'form', paths: { sources: '/v1/sources' } }
    expect((await offer({ kind: 'file', text: JSON.stringify({ ...fields, ...usual }) })).summary.departures).toEqual([])
  })
})

describe('a link', () => {
  it('turns no protection off without a tick of its own', async () => {
    const link = formatConnectionLink(connectionFile.parse({ ...fields, removePersonal: false }))
    const { id } = await offer({ kind: 'link', link })
    await expect(open.client.offers.accept({ offerId: id, openBrowser: true, as: null })).rejects.toMatchObject({ code: 'usage' })
    expect(await open.client.offers.get()).toMatchObject({ stage: 'proposed' })
  })

  it('turns no protection off by command either, unless a person says that it may', async () => {
    const link = formatConnectionLink(connectionFile.parse({ ...fields, removePersonal: false }))
    expect(await open.client.session.departures({ kind: 'link', link })).toEqual([
      { field: 'removePersonal', value: 'false', weakens: true },
    ])
    await expect(open.client.session.connect({ kind: 'link', link })).rejects.toMatchObject({ code: 'usage' })
    expect((await open.client.session.get()).connection).toBeNull()
    await open.client.session.connect({ kind: 'link', link, allowsWeaker: true })
    expect((await open.client.session.get()).connection).toMatchObject({ removePersonal: false })
  })
})

describe('the command', () => {
  it('says what a file changes before it uses it', async () => {
    const text = JSON.stringify({ ...fields, removePersonal: false, longestEdge: 2_000, rates: { 'analyse-image': null } })
    const said: string[] = []
    await tellDepartures(open.client, { kind: 'file', text }, { note: (line) => void said.push(line) })
    expect(said).toEqual([
      expect.stringMatching(
        /^It changes what is usual, or known of this workspace:\n- Pictures are sent with the place they were taken at.*\n- .*2000/,
      ),
    ])
    await tellDepartures(open.client, { kind: 'file', text: JSON.stringify(fields) }, { note: (line) => void said.push(line) })
    expect(said).toHaveLength(1)
  })
})
