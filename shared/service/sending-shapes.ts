import { z } from 'zod'
import { pictureFixes } from '../checks/picture-fixes-shapes.ts'

/** Upload settings of a workspace. */
export const sendingSettings = z.strictObject({
  /**
   * Of JPEGs that Packshot makes, 1 to 100; lowered where `largestBytes` demands it. `null`: a PNG with the picture's own pixels, for a window that
   * shows a picture as it came.
   */
  quality: z.int().min(1).max(100).nullable(),
  /** Metadata that tells where a picture was taken, with which camera, and whose it is. */
  personal: z.enum(['remove', 'keep']),
  /** Pixels; larger pictures are scaled down. `null`: any. */
  longestEdge: z.int().min(1).nullable(),
  /** Bytes of a file. `null`: any. */
  largestBytes: z.int().min(1).nullable(),
  /** Takes the place of transparency: `#rrggbb`. `null`: it stays. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  /** What a person chose for this picture beside the workspace’s settings; the smaller limit counts. Absent: nothing. */
  fixes: pictureFixes.optional(),
})
export type SendingSettings = z.infer<typeof sendingSettings>

/** A change of a picture before it is sent. `format`: to JPEG or PNG. `bytes`: a smaller file. `personal`: of its metadata only, its pixels stay.
 * `fixes`: what a person chose for it. */
export const sendingChange = z.enum(['format', 'edge', 'bytes', 'background', 'fixes', 'personal'])
export type SendingChange = z.infer<typeof sendingChange>

/** Counts of pictures that are not uploaded yet, by the changes before their upload. */
export const sendingPlan = z.object({
  pictures: z.int(),
  /** They get other pixels. */
  converted: z.int(),
  /** Their metadata loses where they were taken; `personal`: anything that tells of people, that among it. Both count converted ones, too. */
  location: z.int(),
  personal: z.int(),
  asTheyAre: z.int(),
})
export interface SendingPlan extends z.infer<typeof sendingPlan> {}
