/**
 * What becomes of a row when the thing that one of its columns names changes. Each such column of the library is declared here, and the build fails
 * where one is missing (test/core/references.test.ts, which also makes each change and looks at the rows). Columns of derived tables follow by triggers,
 * and are not declared.
 *
 * - `follows`: it names the other thing afterwards.
 * - `stays`: it names what it did, as history, or because the thing is still known.
 * - `goes`: the row is removed.
 * - `refused`: the change is not made while there is such a row.
 */
export type Outcome = 'follows' | 'stays' | 'goes' | 'refused'

/** `version`: it becomes a version of an earlier picture. `gone`: it is removed for good (removed/README.md); until then a removal changes no such row. */
type OfPicture = { readonly names: 'picture'; readonly version: Outcome; readonly gone: Outcome }
/** `merge`: its record becomes another one of the same product. */
type OfProduct = { readonly names: 'product'; readonly merge: Outcome }
/** `adopt`: what waited for a workspace becomes this one's. `release`: another one takes over what was of this one, which was never reached. */
type OfConnection = { readonly names: 'connection'; readonly adopt: Outcome; readonly release: Outcome }
/** `switch`: a newer import of the list counts from then on. */
type OfImport = { readonly names: 'import'; readonly switch: Outcome }

export type Reference = OfPicture | OfProduct | OfConnection | OfImport

const picture = (version: Outcome, gone: Outcome): OfPicture => ({ names: 'picture', version, gone })
const product = (merge: Outcome): OfProduct => ({ names: 'product', merge })
const connection = (adopt: Outcome, release: Outcome = adopt): OfConnection => ({ names: 'connection', adopt, release })

/** By table and column. */
export const references: Readonly<Record<string, Reference>> = {
  // The workspace still has what was uploaded.
  'sources.image_id': picture('follows', 'stays'),
  'originals.picture': picture('follows', 'goes'),
  'changed_files.picture': picture('goes', 'goes'),
  'changed_files.earlier': picture('follows', 'goes'),
  // A person's words about it, and what they were before.
  'answers.image_id': picture('follows', 'goes'),
  // By this a version finds its words again, if it becomes a picture of its own.
  'answers.came_from': picture('stays', 'stays'),
  'sheet_before.image_id': picture('follows', 'goes'),
  'cell_history.image_id': picture('follows', 'goes'),
  'asks_due.image_id': picture('follows', 'goes'),
  'attach_pictures.image_id': picture('refused', 'stays'),
  // What a person decided keeps it a picture of its own; what rules found is there again if it becomes one again.
  'matches.image_id': picture('stays', 'goes'),
  'match_before.image_id': picture('stays', 'goes'),
  // An object in a bucket is found by the version that it was made for, and is removed after its question.
  'published.image_id': picture('stays', 'stays'),
  'watched_files.image_id': picture('follows', 'stays'),
  'watch_reports.image_id': picture('follows', 'stays'),

  'facts.about': product('follows'),
  // Made from the facts.
  'attribute_lists.product_ref': product('goes'),
  'plan_products.product_ref': product('follows'),

  'jobs.connection_id': connection('follows'),
  'actions.connection_id': connection('follows'),
  'products.connection_id': connection('follows'),
  'removed_products.connection_id': connection('follows'),
  'plans.connection_id': connection('follows'),
  'other_sources.connection_id': connection('follows'),
  'catalogue_lists.connection_id': connection('follows'),
  'followed_lists.connection_id': connection('follows'),
  'asks_due.connection_id': connection('follows'),
  'matches.connection_id': connection('follows'),
  'match_changes.connection_id': connection('follows'),
  'match_rules.connection_id': connection('follows'),
  // They are made again with the products of that workspace.
  'match_keys.connection_id': connection('goes'),
  // Texts that a person typed: a workspace that was never reached has no other answers.
  'answers.connection_id': connection('follows'),
  'sheet_changes.connection_id': connection('follows'),
  'cell_history.connection_id': connection('follows'),
  // What a workspace has, or how it behaves. Without one there is nothing of it.
  'sources.connection_id': connection('stays'),
  'request_counts.connection_id': connection('stays'),
  'published.connection_id': connection('stays'),
  'data_trials.connection_id': connection('stays'),
  'content_lists.connection_id': connection('stays'),
  'written_texts.connection_id': connection('stays'),

  'catalogue_lists.import': { names: 'import', switch: 'stays' },
  'catalogue_entries.import': { names: 'import', switch: 'goes' },
  'catalogue_said.import': { names: 'import', switch: 'goes' },
}
