import type { Oracle } from './oracle.ts'
import type { SimPackshot } from './sim-packshot.ts'
import type { SendAgainDeed, Step } from './steps.ts'
import type { World } from './world.ts'

type Ports = {
  readonly world: World
  readonly packshot: SimPackshot
  readonly oracle: Pick<Oracle, 'changed' | 'perhapsChanged' | 'swapped'>
  /** The sources of these pictures, in any version and workspace. */
  readonly sourcesOf: (imageIds: readonly string[]) => readonly string[]
  /** Attaches a picture to a product. */
  readonly attach: (step: Step) => Promise<void>
  /** Edits the file of a picture, and makes it a new version. */
  readonly renew: (imageId: string) => Promise<void>
}

/** An earlier file in a product's list, as this Packshot's library has it. */
type Earlier = { readonly productId: string; readonly sourceId: string; readonly imageId: string }

/** A person who replaces earlier files of pictures in products, and puts them back. */
export const createSendAgainPerson = ({ world, packshot, oracle, sourcesOf, attach, renew }: Ports) => {
  const { name } = packshot
  /** Action → what it was to replace. */
  const done = new Map<number, readonly Earlier[]>()

  const earlierFiles = (): readonly Earlier[] =>
    packshot
      .query(
        `SELECT products.product_id, sources.source_id, images.id FROM connections
         JOIN sources ON sources.connection_id = connections.id AND gone = 0
         JOIN images ON images.id = sources.image_id AND images.removed_at IS NULL AND images.version <> sources.version
         JOIN attached_sources ON attached_sources.source_id = sources.source_id
         JOIN products ON products.ref = product_ref AND products.connection_id = connections.id AND products.product_id IS NOT NULL
         WHERE connections.active = 1`,
      )
      .map((row) => ({ productId: String(row.product_id), sourceId: String(row.source_id), imageId: String(row.id) }))
  /** The other files of a picture, also of those that became pictures of their own again. */
  const othersOf = ({ imageId, sourceId }: Earlier): string[] => sourcesOf([imageId]).filter((id) => id !== sourceId)

  /** A picture in a product has a new version. */
  const prepare = async (step: Step): Promise<void> => {
    await attach(step)
    await world.pass(5_000)
    const attached = packshot.query(
      `SELECT DISTINCT image_id FROM connections JOIN sources ON sources.connection_id = connections.id AND gone = 0
       JOIN attached_sources USING (source_id) WHERE connections.active = 1 ORDER BY image_id`,
    )
    const one = attached[step.b % Math.max(1, attached.length)]
    if (one) await renew(String(one.image_id))
  }

  const replace = async (step: Step): Promise<boolean> => {
    if (earlierFiles().length === 0) await prepare(step)
    const wanted = earlierFiles()
    const answer = await packshot.call((client) => client.sendAgain.start({ images: { kind: 'all' } }))
    const isKnown = answer !== null && 'value' in answer
    if (isKnown && answer.value.action !== null) done.set(answer.value.action, wanted)
    world.say(`${name} replaces ${wanted.map(({ sourceId }) => sourceId).join(',') || 'nothing'}`)
    for (const one of wanted) {
      if (isKnown) oracle.changed(name, one.productId, [one.sourceId], othersOf(one))
      else oracle.perhapsChanged(name, one.productId, [one.sourceId], othersOf(one))
      if (isKnown) oracle.swapped(name, one.productId, [one.sourceId])
    }
    return isKnown
  }

  const putBack = async ({ a }: Step): Promise<boolean> => {
    const actions = [...done.keys()].toReversed()
    const action = actions[a % Math.max(1, Math.min(3, actions.length))]
    if (action === undefined) return false
    const answer = await packshot.call((client) => client.sendAgain.undo({ action }))
    const isKnown = answer !== null && 'value' in answer
    world.say(`${name} puts back what ${action} replaced`)
    for (const one of done.get(action) ?? []) {
      const others = othersOf(one)
      if (isKnown) oracle.changed(name, one.productId, others, [one.sourceId])
      else oracle.perhapsChanged(name, one.productId, others, [one.sourceId])
      if (isKnown) oracle.swapped(name, one.productId, others)
    }
    return isKnown
  }

  return {
    /** Whether what was asked for was accepted. */
    do: (deed: SendAgainDeed, step: Step): Promise<boolean> => (deed === 'put earlier files back' ? putBack(step) : replace(step)),
  }
}
