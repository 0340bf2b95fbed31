import { implementer } from '../../electron/core/handlers/implementer.ts'

const os = implementer.plans

/** No picture is matched. */
export const createFakePlans = () => ({
  preview: os.preview.handler(() => ({
    products: 0,
    pictures: 0,
    changed: 0,
    added: 0,
    created: 0,
    sources: { ledger: 0, old: 0, list: 0, read: 0, appends: 0, new: 0, unknown: 0, doubted: 0 },
    skipped: 0,
    unanswered: 0,
    blocked: 0,
    rows: [],
    mark: '',
  })),
})
