import type { z } from 'zod'
import type { Visit } from '../people/visits.ts'
import { type Gate, operation, type switchesChange } from '../plan/switches.ts'
import type { Form } from './enter.ts'
import { fault, pageForm, workspacePage } from './layout.ts'

const labels = {
  apiAccess: 'API access (off: every operation answers 403, and the pages for clients and tokens are closed)',
  apiSubscription: 'API subscription (off: image analysis answers 402)',
  productFeature: 'Product feature (off: creating sources and products answers 403)',
  productReading:
    'Reading products (on: GET /v1/products/{productId} shows a product; not part of the specification. In Packshot, connect again or turn on “Read products” in Settings)',
} as const
const names = Object.keys(labels) as (keyof typeof labels)[]

const rateLabels: Readonly<Record<z.infer<typeof operation>, string>> = {
  analysis: 'Questions',
  sources: 'Sources',
  products: 'Products',
  command: 'Commands',
  content: 'Lists',
}

/** Parses the form as a change, or returns the problem. An empty rate means no limit. */
export const readPlanForm = (form: Form): z.infer<typeof switchesChange> | { readonly fault: string } => {
  const rates = operation.options.map((name) => [name, form.get(`rate ${name}`) ?? ''] as const)
  if (rates.some(([, text]) => !/^([1-9]\d{0,5})?$/.test(text)))
    return { fault: 'A rate is a whole number of requests a minute, or empty.' }
  return {
    ...(Object.fromEntries(names.map((name) => [name, form.has(name)])) as Record<keyof typeof labels, boolean>),
    requestsPerMinute: Object.fromEntries(rates.map(([name, text]) => [name, text === '' ? null : Number(text)])),
  }
}

export const planPage = (visit: Visit, gate: Gate, wrong?: string): Response => {
  const current = gate.get()
  const boxes = names
    .map((name) => `<label><input type="checkbox" name="${name}"${current[name] ? ' checked' : ''}> ${labels[name]}</label>`)
    .join('')
  const rates = operation.options
    .map(
      (name) =>
        `<label>${rateLabels[name]} <input type="text" inputmode="numeric" name="rate ${name}" value="${current.requestsPerMinute[name] ?? ''}"></label>`,
    )
    .join('')
  return workspacePage(visit, {
    status: wrong === undefined ? 200 : 400,
    title: 'Plan and switches',
    body: `${fault(wrong)}${pageForm(visit, '/settings/plan', `<fieldset><legend>What this workspace has</legend>${boxes}</fieldset><fieldset class="row"><legend>Requests a minute (empty: no limit)</legend>${rates}</fieldset><button class="main">Save</button>`)}`,
  })
}
