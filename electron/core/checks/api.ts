import { AppError } from '../../../shared/base/errors.ts'
import type { CheckedProduct } from '../../../shared/checks/requirement-checks.ts'
import { formatProfileFile, nameProfileFile, parseProfileFile } from '../../../shared/checks/requirement-profile-file.ts'
import type { RequirementProfile } from '../../../shared/checks/requirement-profiles.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'
import { chooseProfiles, describeOfferedProfile, importProfiles, removeProfile } from './change-profiles.ts'
import { checkProduct } from './check-product.ts'
import { createPictureFixing } from './fix-pictures.ts'
import { createMeasurementsOf } from './measurements-of.ts'

type Ports = Pick<
  HandlerContext,
  | 'checkPictures'
  | 'connections'
  | 'images'
  | 'journal'
  | 'measurements'
  | 'measuring'
  | 'pictureFixes'
  | 'ports'
  | 'reader'
  | 'requirementProfiles'
  | 'sentFiles'
  | 'shopChecks'
  | 'sources'
>

const unknown = (): AppError => new AppError('unknown-id', { kind: 'profile-unknown' }, { kept: 'nothing-changed' })

/** Pictures that are checked in one turn of the event loop (check-product.ts). */
const piece = 50

/** Pictures that fail and are named, where one product is asked about. */
const namedFailing = 12

/** Requirement profiles, and what they find in pictures and products. */
export const createChecksHandlers = (context: Ports) => {
  const { connections, images, journal, requirementProfiles: profiles, shopChecks } = context
  const change = { journal, profiles }
  const connectionId = (): string | null => connections.active()?.id ?? null
  const fixing = createPictureFixing(context)
  const find = (id: string): RequirementProfile => {
    const known = profiles.get(id)
    if (!known) throw unknown()
    return known.profile
  }
  const choose = (ids: readonly string[] | null): RequirementProfile[] => {
    const chosen = ids === null ? shopChecks.used() : ids.map(find)
    if (chosen.length === 0) throw new AppError('usage', { kind: 'no-profile-used' }, { kept: 'nothing-changed' })
    return chosen
  }
  return {
    profiles: os.checks.profiles.handler(() => {
      const used = new Set(shopChecks.used().map(({ id }) => id))
      return profiles.list().map(({ profile, origin }) => ({ ...profile, origin, isUsed: used.has(profile.id) }))
    }),
    use: os.checks.use.handler(async ({ input }) => {
      await chooseProfiles(change, connectionId(), input.ids)
    }),
    read: os.checks.read.handler(({ input }) => {
      const profile = parseProfileFile(input.text)
      return describeOfferedProfile(profile, profiles.get(profile.id))
    }),
    import: os.checks.import.handler(async ({ input }) => {
      const profile = parseProfileFile(input.text)
      const [imported] = await importProfiles(change, [profile])
      return imported ?? { id: profile.id, name: profile.name, outcome: 'same' as const }
    }),
    remove: os.checks.remove.handler(async ({ input }) => {
      const removed = await removeProfile(change, input.id)
      return { name: removed.name, text: formatProfileFile(removed) }
    }),
    export: os.checks.export.handler(({ input }) => {
      const profile = find(input.id)
      return { text: formatProfileFile(profile), fileName: nameProfileFile(profile) }
    }),
    pictures: os.checks.pictures.handler(async ({ input }) => {
      const all = choose(input.profiles)
      const found: { imageId: string; name: string; profiles: ReturnType<typeof shopChecks.check> }[] = []
      for (const [index, imageId] of input.imageIds.entries()) {
        const image = images.get(imageId)
        if (!image) throw new AppError('unknown-id', { kind: 'picture-not-in-library', imageId })
        found.push({ imageId, name: image.name, profiles: shopChecks.check(image, input.profiles ? all : shopChecks.pickFor(image, all)) })
        if (index % piece === piece - 1) await journal.nextTurn()
      }
      return found
    }),
    products: os.checks.products.handler(async ({ input: { offset, limit, profiles: ids } }) => {
      const all = choose(ids)
      const { total, rows } = await context.reader.read('matching.wholePage', {
        offset,
        limit,
        connectionId: connectionId(),
        mostPictures: images.count(),
      })
      const checked: CheckedProduct[] = []
      for (const row of rows) {
        const { product } = row
        const pictures = row.pictures.map(({ imageId }) => imageId)
        const found = await checkProduct(all, context, { pictures, total: row.total })
        checked.push({ productKey: product.key, name: callProduct(product), pictures: row.total, profiles: found })
        await journal.nextTurn()
      }
      return { total, rows: checked }
    }),
    product: os.checks.product.handler(({ input: { imageIds, sourceIds, total, profiles: ids } }) => {
      const product = { pictures: imageIds, sources: sourceIds, total }
      return checkProduct(ids === null ? shopChecks.used() : ids.map(find), context, product, namedFailing)
    }),
    measure: os.checks.measure.handler(async ({ input: { print, waitMs } }) => {
      if (context.ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      // A picture is measured after its check.
      context.checkPictures()
      return context.measuring.measureAll(print ? 'pixels-and-print' : 'pixels', waitMs)
    }),
    measurements: os.checks.measurements.handler(({ input }) =>
      [...createMeasurementsOf(context)(input.imageIds)].map(([imageId, state]) => ({
        imageId,
        measurement: state.kind === 'failed' ? state.kind : state.measurement,
      })),
    ),
    planFix: os.checks.planFix.handler(({ input }) => fixing.plan(input.imageIds, input.wishes)),
    fix: os.checks.fix.handler(({ input }) => fixing.fix(input.imageIds, input.wishes)),
    putFixesBack: os.checks.putFixesBack.handler(async ({ input }) => ({ pictures: await fixing.putFixesBack(input.earlier) })),
    unfix: os.checks.unfix.handler(async ({ input }) => ({ unfixed: await fixing.unfix(input.imageIds) })),
    summary: os.checks.summary.handler(async () => {
      const failing = await context.reader.read('checks.failing', { basis: shopChecks.basis(), connectionId: connectionId() })
      return { ...failing, left: shopChecks.isDue() }
    }),
  }
}
