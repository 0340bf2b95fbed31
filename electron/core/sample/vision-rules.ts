import type { FieldProblem } from '../../../shared/contract/connections.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'
import { type VisionEndpoint, visionTimeout } from '../../../shared/vision.ts'

const urlProblem = (text: string): string | null => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'must be an http or https address'
  const { username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '') return 'must not contain a user name or a password'
  return search !== '' || hash !== '' ? 'must have no “?” and no “#”' : null
}

/** As a person typed it, without what means nothing. */
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
    ...(address === null ? [] : [{ field: 'url', problem: address }]),
    ...(/^[\x20-\x7e]{1,200}$/.test(model) && !model.startsWith('-')
      ? []
      : [{ field: 'model', problem: 'must be 1 to 200 plain characters' }]),
    ...(Number.isInteger(timeoutSeconds) && timeoutSeconds >= least && timeoutSeconds <= most
      ? []
      : [{ field: 'timeoutSeconds', problem: `must be ${least} to ${most} seconds` }]),
    ...(key === undefined || /^[\x21-\x7e]{0,4000}$/.test(key) ? [] : [{ field: 'key', problem: 'has characters that a key can’t have' }]),
  ]
}
