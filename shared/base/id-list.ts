import { z } from 'zod'

/** The most ids in one call: twice the pictures of the largest library that Packshot is measured with. As many SHA-256 fit into a message, too. */
export const mostIds = 200_000

/** What a person chose, as they saw it. The call decides in its transaction what of it is still there. */
export const idList = z.array(z.string()).max(mostIds)
