import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { idList, mostIds } from '../base/id-list.ts'
import { earlierFixes, fixesDone, fixPlan, fixWish, mostWishes } from './fix-wishes.ts'
import { measuredImage } from './measurement-shapes.ts'
import { checkedPicture, checkedProduct, importedProfile, offeredProfile, productChecks, profileRow } from './requirement-checks.ts'

const imageIds = idList
const productPictures = z.array(z.string().nullable()).max(mostIds)
const wishes = z.array(fixWish).min(1).max(mostWishes)
const profileId = z.object({ id: z.string() })
/** `null`: those in use. */
const byProfiles = { profiles: z.array(z.string()).nullable().default(null) }

/** Requirement profiles, and what they find in pictures. No workspace is needed. */
export const checksContract = {
  /** All known profiles. */
  profiles: call.output(z.array(profileRow)),
  /** The profiles that the active workspace uses from now on, or without one this library. Errors: `unknown-id`. */
  use: changing('checks', 'library').input(z.object({ ids: z.array(z.string()).max(200) })),
  /** What importing this file would do; nothing is changed. Errors: `usage`. */
  read: call.input(z.object({ text: z.string() })).output(offeredProfile),
  /** Keeps a profile in place of the one with its id, unless that is newer. Errors: `usage`. */
  import: changing('checks', 'library')
    .input(z.object({ text: z.string() }))
    .output(importedProfile),
  /** Importing the returned text undoes it. Errors: `unknown-id`, `usage` for one that comes with Packshot. */
  remove: changing('checks', 'library')
    .input(profileId)
    .output(z.object({ name: z.string(), text: z.string() })),
  /** A profile as the text of a `.packshot-profile` file. Errors: `unknown-id`. */
  export: call.input(profileId).output(z.object({ text: z.string(), fileName: z.string() })),
  /** What profiles find in these pictures now. Those in use are left out where they are about other places in products. Errors: `unknown-id`. */
  pictures: call.input(z.object({ imageIds: z.array(z.string()).max(500), ...byProfiles })).output(z.array(checkedPicture)),
  /** One page of the products with matched pictures, and what profiles find in them. `total` counts all of these products. */
  products: call
    .input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(100), ...byProfiles }))
    .output(z.object({ total: z.int(), rows: z.array(checkedProduct) })),
  /**
   * What profiles find in one product's pictures: its first ones, in their order, of `total`. Without any: empty. `null` is one that is not in the
   * library, and pictures may be gone: they count, and are not checked. `sourceIds`: at the places of the pictures, the sources that the product has;
   * `null`: none there. A picture is checked as the workspace has it: by the file of that source, or else of the one that counts; one that it doesn’t
   * have, as it would be sent now.
   */
  product: call
    .input(z.object({ imageIds: productPictures, sourceIds: productPictures.optional(), total: z.int().min(0), ...byProfiles }))
    .output(productChecks),
  /** Pictures of the library with a rule that fails; `left`: results are still being made. */
  summary: call.output(z.object({ failing: z.int(), left: z.boolean(), byProfile: z.record(z.string(), z.int()) })),
  /**
   * Measures pictures that are not measured yet, for up to this time in milliseconds, also if no profile needs it. `print`: the print on them is read,
   * too. `left`: what is still to be measured; call it again for that. `unchecked`: pictures that are to be checked first. Error: `read-only`.
   */
  measure: call
    .input(z.object({ print: z.boolean().default(false), waitMs: z.number().int().min(0).max(60_000).default(0) }))
    .output(z.object({ left: z.number().int().nonnegative(), unchecked: z.number().int().nonnegative() })),
  /** What is measured of these pictures, as their fixes make them; those that are not measured yet are left out. */
  measurements: call.input(z.object({ imageIds: z.array(z.string()).max(500) })).output(z.array(measuredImage)),
  /**
   * What fixing these pictures would do. Wishes of rules: `wishesOfRules` (shared/checks/fix-wishes.ts). Only what is safe is done: ground is added in the
   * ground’s own color, and only a nearly white ground becomes white.
   */
  planFix: call.input(z.object({ imageIds, wishes })).output(fixPlan),
  /** Does it: their sent files are made anew when they are needed; the originals stay. What the workspace has stays until it is sent again. */
  fix: changing('library', 'checks').input(z.object({ imageIds, wishes })).output(fixesDone),
  /** Undoes `fix`: what it changed of these originals’ fixes is as before, unless it was changed since. `pictures`: how many changed. */
  putFixesBack: changing('library', 'checks')
    .input(z.object({ earlier: earlierFixes }))
    .output(z.object({ pictures: z.int().nonnegative() })),
  /** Takes all fixes of these pictures back; how many had some. */
  unfix: changing('library', 'checks')
    .input(z.object({ imageIds }))
    .output(z.object({ unfixed: z.int().nonnegative() })),
}
