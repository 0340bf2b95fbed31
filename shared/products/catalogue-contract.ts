import { z } from 'zod'
import { call, changing, withPaths } from '../base/call.ts'
import { columnRole } from '../base/row-problem.ts'
import {
  catalogueEntry,
  catalogueSummary,
  importResult,
  listColumns,
  openedList,
  productIs,
  saidRow,
  sharedPictures,
  switchedMatches,
} from './catalogue.ts'
import { listShapes } from './list-dialects.ts'
import { listForm, listReading } from './list-form.ts'

const page = z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) })

/** What products of the workspace are, as far as that is said. */
const said = z.object({ productIs: productIs.optional(), sharedPictures: sharedPictures.optional() })
const targets = said.default({})

/** Afterwards: of a list without their column (`forgetIds`). */
const forgetIds = z.boolean().default(false)

/** The product list of the active workspace: opened, imported, searched. Nothing of it is sent to the workspace. */
export const catalogueContract = {
  /** The oldest list that a person opened and did not close. */
  opened: call.output(openedList.nullable()),
  /** Cells from a spreadsheet, as a list to look at. */
  paste: call.input(z.object({ text: z.string() })).output(z.object({ id: z.string() })),
  /** Imports an opened list. Its entries replace those of the earlier list at the end; what it lacks stays, marked as missing. */
  import: changing('products')
    .input(z.object({ id: z.string(), columns: listColumns, targets, forgetIds }))
    .output(importResult),
  /** Reads an opened list again, as a person says that it is written. */
  readAs: call.input(z.object({ id: z.string(), reading: listReading })),
  close: call.input(z.object({ id: z.string() })),
  /**
   * The same for a file by its path, for the command. `columns`: a header, or #2 for the second column; those not named are recognised.
   * `reading`: how it is written, as far as that is not to be detected.
   */
  importFile: withPaths('command', 'products')
    .input(
      z.object({
        path: z.string(),
        columns: z.partialRecord(columnRole, z.string()),
        reading: listReading.default({}),
        dryRun: z.boolean(),
        targets,
        forgetIds,
      }),
    )
    .output(
      z.object({
        result: importResult,
        form: listForm,
        shape: z.enum(listShapes).nullable(),
        headers: z.array(z.string()),
        headerRow: z.number().int(),
        said: z.array(saidRow),
      }),
    ),
  /** The list that counts; `null`: none was imported. */
  summary: call.output(catalogueSummary.nullable()),
  /** One page in the list's order, the missing ones last. `text`: part of any column. */
  page: call
    .input(page.extend({ text: z.string().default('') }))
    .output(z.object({ total: z.number().int(), rows: z.array(catalogueEntry) })),
  /** One product of it, by its reference, or that of our record (`products.page`), or by its id in the workspace. */
  find: call.input(z.union([z.object({ ref: z.string() }), z.object({ productId: z.string() })])).output(catalogueEntry.nullable()),
  /** The variants of a product, as `find` names it, and of a variant its product. */
  variants: call
    .input(page.extend({ ref: z.string() }))
    .output(z.object({ product: catalogueEntry.nullable(), total: z.number().int(), rows: z.array(catalogueEntry) })),
  /** One page of the rows that an import refused, or said something about; refused ones first. None once another list counts. */
  said: call.input(page.extend({ import: z.number().int() })).output(z.object({ total: z.number().int(), rows: z.array(saidRow) })),
  /** How many products of the list have an id in the workspace, and how many attachments and texts wait for these. */
  ids: call.output(z.object({ ids: z.number().int(), waiting: z.number().int() })),
  /** The list forgets the ids of its products in the workspace, as they are wrong. What waits keeps them. */
  forgetIds: changing('products', 'jobs').output(z.object({ forgotten: z.number().int() })),
  /** Says what products of the workspace are in the list: its products, or their variants. Pictures that are matched to them follow. */
  setTargets: changing('products').input(said).output(switchedMatches),
  /** Removes what this import lacks, if its list still counts. Refused while another is imported. */
  forgetMissing: changing('products')
    .input(z.object({ import: z.number().int() }))
    .output(z.object({ removed: z.number().int() })),
}
