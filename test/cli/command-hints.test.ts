import { describe, expect, it } from 'vitest'
import { adviseCommand } from '../../electron/cli/command-hints.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { Failure } from '../../shared/base/failures.ts'
import { toMeasureWords } from '../../shared/command/command-words.ts'

describe('advice with commands', () => {
  it('uses connect to sign in again, and to reconnect after a key was lost', () => {
    expect(adviseCommand({ code: 'session-ended', failure: { kind: 'unexpected', said: '' } })).toContain('“packshot connect”')
    const lostKey = new AppError('signed-out', { kind: 'secret-missing', name: 'Northwind', credentials: 'api-key' })
    expect(adviseCommand(lostKey)).toContain('--api-key-stdin')
    expect(adviseCommand(lostKey)).not.toContain('“packshot connect”')
    const lostRelay = new AppError('signed-out', { kind: 'secret-missing', name: 'Northwind', credentials: 'relay' })
    expect(adviseCommand(lostRelay)).toBe('Connect the workspace again with it, in the Packshot window. Work then resumes.')
    const refused = { kind: 'client-refused', said: '', encoding: 'form' } as const
    expect(adviseCommand(new AppError('invalid-client', refused))).toMatch(/: “packshot connect FILE\.packshot --raw-basic”\.$/)
    expect(adviseCommand(new AppError('invalid-client', { ...refused, encoding: 'raw' }))).toMatch(/: “packshot connect FILE\.packshot”\.$/)
  })

  it('names what answers a text, a plan, a hand-over or a table, not what answers other failures of the same code', () => {
    const advise = (code: AppError['code'], failure: Failure) => adviseCommand({ code, failure })
    const text = { kind: 'text-unknown', product: 'Mug', attribute: 'Alt', why: 'never-said', doubt: null, known: null } as const
    expect(advise('current-unknown', text)).toContain('--current-text TEXT')
    expect(advise('current-unknown', text)).not.toContain('--service-appends')
    const plain = {
      kind: 'job-needs-choice',
      jobId: 'job_1',
      canRetry: false,
      because: { code: 'current-unknown', failure: text },
    } as const
    expect(advise('current-unknown', plain)).toContain('--current-text TEXT')
    const lost = (operation: 'set-text' | 'create-product') =>
      advise('uncertain', { kind: 'uncertain-after-restore', operation, name: null })
    expect(lost('create-product')).toContain('--product ID')
    expect(lost('set-text')).toContain('“packshot retry JOB --again”')
    expect(lost('set-text')).not.toContain('--product')
    expect(advise('uncertain', { kind: 'plan-restored' })).toContain('“packshot plans PLAN --resume”')
    expect(advise('uncertain', { kind: 'plan-restored' })).not.toContain('--product')
    expect(advise('usage', { kind: 'plan-over', product: 'Mug' })).toContain('“packshot attach --matched”')
    const elsewhere = { kind: 'handover-of-other-workspace', theirs: 'Blue', mine: 'Red' } as const
    expect(advise('usage', elsewhere)).toContain('--other-workspace')
    expect(advise('unknown-id', { kind: 'table-closed' })).toBe('Open it again.')
    expect(advise('usage', { kind: 'table-without-key', name: 'texts.csv' })).toContain('without --no-again')
    expect(advise('unknown-id', { kind: 'job-unknown', jobId: 'job_1' })).toMatch(/: “packshot jobs” lists them\.$/)
    expect(advise('unknown-id', { kind: 'voice-unknown', voice: 'Nope' })).toMatch(/: “packshot voices” lists them\.$/)
    expect(advise('unknown-id', { kind: 'selection-not-kept' })).toBe('Select the pictures again.')
    const ofList = (because: Failure) =>
      advise('signed-out', { kind: 'list-needs-sign-in', list: 'voices', because: { code: 'signed-out', failure: because } })
    expect(ofList({ kind: 'not-signed-in' })).toContain('“packshot voices --connect FILE.packshot”')
    expect(ofList({ kind: 'not-signed-in' })).not.toContain('packshot run')
    expect(ofList({ kind: 'secret-missing', name: 'Northwind', credentials: 'api-key' })).toContain('“packshot voices --api-key-stdin”')
    expect(advise('unknown-id', { kind: 'voices-not-loaded' })).toMatch(/: “packshot voices”\.$/)
    expect(advise('usage', { kind: 'profile-built-in', name: 'eBay' })).toContain('“packshot profiles use --none”')
    expect(advise('usage', { kind: 'sets-too-many', limit: 200 })).toBe('Remove one first: “packshot sets remove NAME”.')
    expect(advise('usage', { kind: 'profiles-too-many', limit: 200 })).toBe('Remove one first: “packshot profiles remove NAME”.')
    expect(toMeasureWords(['Amazon main image', 'ebay'])).toContain('“packshot check --measure --profile "Amazon main image" ebay”')
  })

  it('offers to attach the ready pictures only if there are any', () => {
    const stuck = (ready: number) =>
      adviseCommand({ code: 'depends-on-failed', failure: { kind: 'uploads-missing', total: ready + 1, failed: 1, cancelled: 0 } })
    expect(stuck(2)).toContain('--ready')
    expect(stuck(0)).not.toContain('--ready')
  })
})
