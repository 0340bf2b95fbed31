import type { FieldProblem, FieldRule } from '../../../../shared/base/field-rule.ts'
import { trimEndOf } from '../../../../shared/base/trim-end.ts'
import { type VisionEndpoint, visionTimeout } from '../../../../shared/workspaces/vision.ts'
import { isAllowedAddress } from '../../base/network/normalise-base-url.ts'

const urlProblem = (text: string): FieldRule | null => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return { kind: 'http-address' }
  const { username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '') return { kind: 'no-user' }
  return search !== '' || hash !== '' ? { kind: 'no-query' } : null
}

/** Normalizes a person's input. */
export const tidyEndpoint = ({ url, model, timeoutSeconds }: VisionEndpoint): VisionEndpoint => ({
  url: trimEndOf(url.trim(), '/').replace(/\/chat\/completions$/, ''),
  model: model.trim(),
  timeoutSeconds,
})

/** Problems that the sample workspace's program would report, by field. A key is never quoted. */
export const visionProblems = ({ url, model, timeoutSeconds }: VisionEndpoint, key: string | undefined): readonly FieldProblem[] => {
  const { least, most } = visionTimeout
  const address = urlProblem(url)
  return [
    ...(address === null ? [] : [{ field: 'url', rule: address }]),
    ...(address === null && key && !isAllowedAddress(new URL(url))
      ? [{ field: 'url', rule: { kind: 'https-or-this-computer' } as const }]
      : []),
    ...(/^[\x20-\x7e]{1,200}$/.test(model) && !model.startsWith('-')
      ? []
      : [{ field: 'model', rule: { kind: 'some-plain-characters', most: 200 } as const }]),
    ...(Number.isInteger(timeoutSeconds) && timeoutSeconds >= least && timeoutSeconds <= most
      ? []
      : [{ field: 'timeoutSeconds', rule: { kind: 'seconds', least, most } as const }]),
    ...(key === undefined || /^[\x21-\x7e]{0,4000}$/.test(key) ? [] : [{ field: 'key', rule: { kind: 'key-characters' } as const }]),
  ]
}
