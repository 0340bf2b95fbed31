import type { Contents } from '../content/items.ts'
import type { AppContext } from '../exchange.ts'
import { misbehaveOnContent } from '../for-tests/apply-misbehaviour.ts'
import type { Misbehaviour } from '../for-tests/misbehaviour-rules.ts'
import { refuse } from '../refusals.ts'
import { makeId } from '../secrets.ts'
import type { RequestLog } from '../store/request-log.ts'
import type { SourceFiles } from './source-files.ts'
import { readSourceForm } from './source-form.ts'
import type { Source, Sources } from './source-table.ts'

export type CreateSourcePorts = {
  readonly now: () => number
  readonly files: SourceFiles
  readonly sources: Sources
  readonly contents: Contents
  readonly log: RequestLog
  readonly misbehaviour: Misbehaviour
}

const answerData = ({ id, type, name, bytes, sha256 }: Source) => (type === 'FILE' ? { id, type, name, bytes, sha256 } : { id, type })

/** `POST /v1/sources`: any kind of file is accepted that has bytes; whether it qualifies for an attribute is decided when it is attached (spec, "Create a source"). */
export const createSourceCreation =
  ({ now, files, sources, contents, log, misbehaviour }: CreateSourcePorts) =>
  async (c: AppContext): Promise<Response> => {
    const id = makeId('src')
    const file = files.receive(id)
    let isKept = false
    try {
      const form = await readSourceForm(c.env.incoming, file)
      if (form.type === 'KNOWLEDGE' && contents.find('knowledge', form.value) === undefined)
        throw refuse(400, [`value: there is no Knowledge item ${form.value.slice(0, 100)} in this workspace`])
      const blank = { id, name: null, mediaType: null, format: null, bytes: null, sha256: null, value: null, createdAt: now() }
      let source: Source
      if (form.type === 'FILE') {
        const kept = await file.keep()
        isKept = true
        source = { ...blank, type: 'FILE', name: form.name, mediaType: form.mediaType ?? null, ...kept, format: kept.format ?? null }
      } else source = { ...blank, type: form.type, value: form.value }
      const { sha256, name, bytes, type } = source
      const facts = { id, type, name, bytes, sha256 }
      c.get('exchange').facts = { ...facts, id: undefined }
      await misbehaveOnContent(c, misbehaviour, { sha256: sha256 ?? undefined })
      await log.settle(c, facts, () => {
        sources.insert(source)
        return { status: 201 }
      })
      return c.json({ requestId: c.get('exchange').id, resource: 'source', data: answerData(source) }, 201)
    } catch (error) {
      // No row refers to the bytes.
      await file.discard()
      if (isKept) await files.remove(id)
      throw error
    }
  }
