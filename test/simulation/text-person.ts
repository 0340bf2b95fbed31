import type { ModelService } from './model-service.ts'
import type { Oracle } from './oracle.ts'
import type { SimPackshot } from './sim-packshot.ts'
import type { Step, TextDeed } from './steps.ts'
import type { World } from './world.ts'

type TextJob = {
  readonly id: string
  readonly ref: string
  readonly productId: string | null
  readonly text: string
  readonly onlyIf: string | null
  readonly state: string
  readonly notes: readonly { readonly kind: string }[]
}

export type TextPersonPorts = {
  readonly world: World
  readonly packshot: SimPackshot
  readonly services: readonly ModelService[]
  readonly oracle: Pick<Oracle, 'report'>
}

/** A person who sends texts to an attribute of products that nobody else changes, and knows what each may hold. */
export const createTextPerson = ({ world, packshot, services, oracle }: TextPersonPorts) => {
  const { name } = packshot
  const attribute = `Text ${name}`
  let words = 0
  let products = 0
  let wasRestored = false
  let recovery = ''

  const jobs = (): readonly TextJob[] =>
    packshot
      .query(
        `SELECT jobs.id, work ->> '$.productRef' AS ref, product_id AS productId, work ->> '$.text' AS text, work ->> '$.onlyIf' AS onlyIf,
           jobs.state AS state, jobs.notes AS notes
         FROM jobs LEFT JOIN products ON products.ref = work ->> '$.productRef' WHERE operation = 'set-text' ORDER BY jobs.seq`,
      )
      .map((row) => ({
        id: String(row.id),
        ref: String(row.ref),
        productId: row.productId === null ? null : String(row.productId),
        text: String(row.text),
        onlyIf: row.onlyIf === null ? null : String(row.onlyIf),
        state: String(row.state),
        notes: row.notes === null ? [] : (JSON.parse(String(row.notes)) as TextJob['notes']),
      }))
  const here = (): ModelService | undefined => {
    const [active] = packshot.query('SELECT value FROM connections WHERE active = 1')
    return services.find(({ baseUrl }) => String(active?.value).includes(baseUrl))
  }
  const call = async <T>(act: Parameters<typeof packshot.call<T>>[0]): Promise<T | null> => {
    const answer = await packshot.call(act)
    if (answer && 'error' in answer) world.say(`${name} reads ${answer.error.code}`)
    return answer && 'value' in answer ? answer.value : null
  }

  /** A text that Packshot calls certain is the one that the workspace has. */
  const checkCertain = async (): Promise<void> => {
    const service = here()
    const ids = [...(service?.products.keys() ?? [])].filter((id) => jobs().some((job) => job.productId === id))
    if (!service || ids.length === 0 || packshot.disk.fault() !== 'none') return
    const preview = (texts: ReadonlyMap<string, string>) =>
      packshot.call((client) =>
        client.texts.preview({
          what: {
            kind: 'texts',
            texts: [...texts].map(([productId, text]) => ({ product: { kind: 'id' as const, productId }, attribute, text })),
          },
          offset: 0,
          limit: 500,
        }),
      )
    for (const id of ids) {
      const first = await preview(new Map([[id, '']]))
      const text = first && 'value' in first ? first.value.rows[0]?.now.text : null
      if (typeof text !== 'string') continue
      const second = await preview(new Map([[id, text]]))
      const held = service.textOf(id, attribute)
      const isCertain = second && 'value' in second && second.value.rows[0]?.isSame === true
      if (isCertain && here() === service && held !== text)
        return void oracle.report('text-uncertain', `${name} is certain that ${id} has “${text}”, and it has “${held}”`)
    }
  }

  const send = async ({ a, b }: Step): Promise<void> => {
    const known = [...((here() ?? services[0])?.products.keys() ?? [])].slice(0, 6)
    const productId = known[a % Math.max(1, known.length)]
    const text = `${name} says ${++words}`
    const product =
      a % 4 === 3 || productId === undefined
        ? ({ kind: 'new', name: `${name}-text-${b % 2 === 0 ? ++products : products}` } as const)
        : ({ kind: 'id', productId } as const)
    world.say(`${name} sends “${text}” to ${product.kind === 'id' ? product.productId : product.name}`)
    await call((client) =>
      client.texts.send({
        what: { kind: 'texts', texts: [{ product, attribute, text }] },
        unknown: b % 3 === 0 ? 'ask' : 'replace',
      }),
    )
  }

  /** The newest first. */
  const some = (a: number, states: readonly string[]): TextJob | undefined => {
    const list = jobs()
      .filter(({ state }) => states.includes(state))
      .toReversed()
    return list[a % Math.max(1, Math.min(3, list.length))]
  }

  return {
    checkCertain,
    /** After a start. */
    begun: (): void => {
      const [last] = packshot.query('SELECT damage_id FROM recoveries ORDER BY seq DESC LIMIT 1')
      const id = String(last?.damage_id ?? '')
      if (id !== recovery) wasRestored = true
      recovery = id
    },
    /** At the end: each attribute has what was asked for last, nothing was sent twice unsaid, and what was put back is what was there. */
    checkLeft: (): void => {
      if (packshot.disk.fault() !== 'none' || packshot.running() === null || wasRestored) return
      const all = jobs()
      for (const service of services)
        for (const productId of service.products.keys()) {
          const own = all.filter((job) => job.productId === productId)
          const effects = service.effects.filter(
            (one) => one.kind === 'text' && one.by === name && one.productId === productId && one.attribute === attribute,
          )
          for (const text of new Set(effects.map((one) => (one.kind === 'text' ? one.sent : '')))) {
            const times = effects.filter((one) => one.kind === 'text' && one.sent === text).length
            const senders = own.filter((job) => job.text === text)
            if (times > senders.length && !senders.some(({ notes }) => notes.length > 0))
              oracle.report('repeated-silently', `${name} sent “${text}” to ${productId} ${times} times, and no job says so`)
          }
          for (const job of own) {
            const changed = job.onlyIf === null ? undefined : effects.find((one) => one.kind === 'text' && one.sent === job.onlyIf)
            if (changed?.kind === 'text' && changed.before !== job.text)
              oracle.report(
                'text-lost',
                `${name} puts “${job.text}” back on ${productId}, and “${changed.before}” was there before “${job.onlyIf}”`,
              )
          }
          const last = own.findLast(({ state }) => state === 'done')
          const isOpen = own.some(({ state, notes }) => state !== 'done' && notes.length > 0)
          const isLeft = last?.notes.some(({ kind }) => kind === 'text-changed-since')
          if (last && !isLeft && !isOpen && service.textOf(productId, attribute) !== last.text)
            oracle.report(
              'text-lost',
              `${name} sent “${last.text}” to ${productId} last, which has “${service.textOf(productId, attribute)}”`,
            )
        }
    },
    do: async (deed: TextDeed, step: Step): Promise<void> => {
      switch (deed) {
        case 'send a text':
          await send(step)
          break
        case 'cancel a text': {
          const job = some(step.a, ['waiting', 'parked', 'running'])
          if (job) await call((client) => client.jobs.cancel({ jobIds: [job.id] }))
          break
        }
        case 'put a text back': {
          const job = some(step.a, ['done', 'waiting', 'parked', 'cancelled'])
          if (job) await call((client) => client.texts.restore({ jobIds: [job.id] }))
          break
        }
      }
      await checkCertain()
    },
  }
}

export type TextPerson = ReturnType<typeof createTextPerson>
