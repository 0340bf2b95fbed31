import { z } from 'zod'

/** A picture whose file had been added before with other content: it may become a version of the earlier one. */
export const changedFile = z.object({
  imageId: z.string(),
  earlierId: z.string(),
  name: z.string(),
  /** The folder that both files came from. */
  folder: z.string(),
  /** Milliseconds since 1970. */
  foundAt: z.number(),
})
export type ChangedFile = z.infer<typeof changedFile>
