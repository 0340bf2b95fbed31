import { Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import { type DownloadLimits, downloadFile } from '../../base/network/download-file.ts'
import type { ResolveHost } from '../../base/network/follow-redirects.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { headBytes, identifyFile } from '../../formats/kinds/identify-file.ts'
import { maxFileBytes } from './file-limit.ts'
import { limitBytes } from './receive-file.ts'

/** The file name derived from an address. */
export const nameOfUrl = (url: string): string => {
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? 'picture'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Passes the first bytes on only if they are a picture's, so that an endless stream of other data ends here. */
const requirePicture = (): Transform => {
  let head = Buffer.alloc(0)
  let isKnown = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isKnown) {
        head = Buffer.concat([head, chunk])
        const found = identifyFile(head, Number.MAX_SAFE_INTEGER)
        isKnown = found.kind === 'image' || head.length >= headBytes
        if (found.kind === 'refused') return done(found.error)
      }
      done(null, chunk)
    },
  })
}

/**
 * Fetches a picture into a file. Errors: `usage` (not an http(s) address), `not-found`, `rejected`, `offline`, `timeout`,
 * `file-too-large`, `unsupported-format` for a web page, and the refusals of identifyFile.
 */
export const fetchPicture = async (
  url: string,
  target: string,
  dispatcher: Dispatcher,
  platform: Pick<Platform, 'files' | 'timers'>,
  limits: DownloadLimits = {},
  ways: { readonly resolveHost?: ResolveHost } = {},
): Promise<void> => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new AppError('usage', { kind: 'picture-address-not-web', url })
  const tooLarge = () => new AppError('file-too-large', { kind: 'download-over-limit', url, maxBytes: maxFileBytes })
  await downloadFile(url, target, {
    ...{ ...ways, ...platform, dispatcher, limits },
    headers: { accept: 'image/png, image/jpeg;q=0.9' },
    takes: ({ status, ok, headers }) => {
      if (!ok) {
        const code = status === 404 ? 'not-found' : 'rejected'
        throw new AppError(code, { kind: 'picture-address-refused', url, status }, { status, kept: 'nothing-added' })
      }
      if (/^text\/html/i.test(headers.get('content-type') ?? ''))
        throw new AppError('unsupported-format', { kind: 'picture-address-is-page', url })
      return true
    },
    checks: () => [requirePicture(), limitBytes(tooLarge)],
    explain: (how, cause) => {
      if (how.kind === 'broken') return new AppError('offline', { kind: 'picture-address-unreachable', url }, { cause })
      const kind = how.kind === 'silent' ? 'download-silent' : 'download-too-slow'
      return new AppError('timeout', { kind, url, afterMs: how.afterMs }, { cause })
    },
  })
}
