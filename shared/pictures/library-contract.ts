import { z } from 'zod'
import { call, changing } from '../base/call.ts'
import { idList } from '../base/id-list.ts'
import { type SendingPlan, sendingPlan } from '../service/sending-shapes.ts'
import { folderRow, libraryFilter, libraryGroup, libraryGrouping, libraryRow, librarySort, pictureDetails, pictureName } from './library.ts'
import { type SentFileFacts, sentFileFacts } from './pictures.ts'

const page = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }
const ids = z.array(z.string())
/** Pictures in an order: group by group, in each by `sort`. */
const view = { sort: librarySort, filter: libraryFilter, groupBy: libraryGrouping.default('nothing') }

/** `null`: the picture is sent as it is. */
const sentFile: z.ZodType<SentFileFacts | null> = sentFileFacts.nullable()

const plan: z.ZodType<SendingPlan | null> = sendingPlan.nullable()

/** The library as a window shows it. */
export const libraryContract = {
  /** One page of rows; `total` counts all matches. */
  page: call.input(z.object({ ...page, ...view })).output(z.object({ total: z.number().int(), rows: z.array(libraryRow) })),
  /**
   * The ids of all matches at this moment, in order: for selecting a range or everything. `group`: only of the one with this key; `between`: only
   * those from one of these two pictures to the other, in either order; of the other alone if one of them is not among them.
   */
  ids: call
    .input(z.object({ ...view, group: z.string().nullable().optional(), between: z.tuple([z.string(), z.string()]).optional() }))
    .output(ids),
  /** Those of these pictures that are shown in a view at this moment, in the order in which they are named. */
  shown: call.input(z.object({ ...view, imageIds: idList })).output(ids),
  /** A picture's place in an order; `null`: it is not there. */
  place: call.input(z.object({ ...view, imageId: z.string() })).output(z.int().nullable()),
  /**
   * How many pictures each group has, in order, with spaces between; empty without grouping. One text, since a hundred thousand numbers would
   * stall both sides. `version`: another one once these groups have changed.
   */
  groups: call.input(z.object(view)).output(z.object({ version: z.string(), pictures: z.string() })),
  /** The headers of some of these groups. */
  groupPage: call.input(z.object({ ...page, ...view })).output(z.array(libraryGroup)),
  /**
   * Names of pictures, by their ids or by the ids of their sources in the active workspace, in that order. Also of pictures that left the
   * library, and of sources that the workspace no longer has. Unknown ids are left out.
   */
  names: call.input(z.object({ by: z.enum(['image', 'source']), ids: idList })).output(z.array(pictureName)),
  /**
   * These pictures, of one product, in the order that rules would give them: the main one, numbered ones, those with a word for the view, the rest by name.
   */
  usualOrder: call.input(z.object({ imageIds: idList })).output(ids),
  /** Folders to filter by, the one added to last first; `text`: part of the path. */
  folders: call.input(z.object({ text: z.string().default(''), limit: z.number().int().min(1).max(500) })).output(z.array(folderRow)),
  details: call.input(z.object({ imageId: z.string() })).output(pictureDetails),
  /** The sent file of a picture, converted now if it is missing. Errors: those of a conversion. */
  sentFile: call.input(z.object({ imageId: z.string() })).output(sentFile),
  /** Effect of the active workspace's upload settings on pictures that are not uploaded yet; `null`: no workspace is active. */
  sendingPlan: call.output(plan),
  /** How many pictures say where they were taken; counted up to one more than `mostLocationsCounted`. */
  countLocations: call.output(z.int()),
  /** Shows a picture's file in the system's file manager; if it is gone, its folder. Only in Electron. */
  showInFolder: call.input(z.object({ imageId: z.string() })).output(z.void()),
  /** Removes pictures from the library; their sources stay in the workspace. `restore` undoes it, for 30 days at least. */
  remove: changing('library', 'jobs', 'answers', 'products', 'content')
    .input(z.object({ imageIds: idList }))
    .output(z.object({ removed: z.number().int() })),
  restore: changing('library', 'jobs', 'answers', 'products', 'content')
    .input(z.object({ imageIds: idList }))
    .output(z.object({ restored: z.number().int() })),
}
