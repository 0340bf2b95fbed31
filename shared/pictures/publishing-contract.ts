import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { bucketKeys, bucketSettings, publishing } from '../workspaces/publishing-settings.ts'
import { bucketTest, dataTrial, publishingView } from './publishing.ts'

/** How the active connection’s pictures get an address, and whether that works. */
export const publishingContract = {
  get: call.output(publishingView),
  /** Changes how pictures get an address; `keys` go to the keychain. Questions that were parked without an address resume. */
  set: changing('session', 'jobs', 'library')
    .meta({ ends: ['not-allowed', 'failing'] })
    .input(z.object({ publishing, keys: bucketKeys.optional() }))
    .output(publishingView),
  /** Puts a tiny picture into a bucket, fetches it by its presigned address and removes it; without `keys`, uses the stored ones. */
  test: call.input(z.object({ bucket: bucketSettings, keys: bucketKeys.optional() })).output(bucketTest),
  /** Asks the service about a tiny picture sent as `data:`, remembers the outcome and, if it works, uses `data:` from now on. */
  tryData: changing('session', 'jobs', 'library').output(dataTrial),
}
