import type { PublishingWithKeys } from '../../../../shared/workspaces/publishing-settings.ts'

/** A connection link's parameters for a bucket, and the matching fields of the file. */
const bucketFields = [
  ['bucketEndpoint', 'endpoint'],
  ['bucketRegion', 'region'],
  ['bucket', 'bucket'],
  ['bucketPrefix', 'prefix'],
  ['bucketPathStyle', 'pathStyle'],
  ['bucketLifetime', 'lifetimeSeconds'],
  ['bucketRemove', 'removeWhenAnswered'],
] as const
const keyFields = [
  ['bucketAccessKey', 'accessKeyId'],
  ['bucketSecretKey', 'secretAccessKey'],
] as const

/** The parameters that say how pictures get an address; each at most once in a link. */
export const linkPublishingNames: readonly string[] = [
  'publishing',
  'publishingBaseUrl',
  'publishingFolder',
  ...[...bucketFields, ...keyFields].map(([name]) => name),
]

const toValue = (text: string): unknown => {
  if (text === 'true' || text === 'false') return text === 'true'
  return text
}

/**
 * `publishing`: `origin`, `data`, `base-url` (with `publishingBaseUrl`, `publishingFolder`) or `s3` (with `bucket…`, see above). Nothing is
 * validated here, but with the whole file.
 */
export const readLinkPublishing = (single: (name: string) => string | undefined): unknown => {
  const pick = (fields: readonly (readonly [string, string])[], read: (text: string, field: string) => unknown) =>
    Object.fromEntries(
      fields.flatMap(([name, field]) => {
        const text = single(name)
        return text === undefined ? [] : [[field, read(text, field)]]
      }),
    )
  const kind = single('publishing')
  if (kind !== 's3')
    return {
      kind,
      ...pick(
        [
          ['publishingBaseUrl', 'baseUrl'],
          ['publishingFolder', 'folder'],
        ],
        (text) => text,
      ),
    }
  const keys = pick(keyFields, (text) => text)
  const flags = new Set(['pathStyle', 'removeWhenAnswered'])
  return {
    kind,
    ...pick(bucketFields, (text, field) => (field === 'lifetimeSeconds' ? Number(text) : flags.has(field) ? toValue(text) : text)),
    ...(Object.keys(keys).length > 0 ? { keys } : {}),
  }
}

/** The same as parameters of a link. */
export const formatLinkPublishing = (publishing: PublishingWithKeys): readonly (readonly [string, string])[] => {
  const kind = ['publishing', publishing.kind] as const
  switch (publishing.kind) {
    case 'origin':
    case 'data':
      return [kind]
    case 'base-url':
      return [
        kind,
        ['publishingBaseUrl', publishing.baseUrl],
        ...(publishing.folder === undefined ? [] : [['publishingFolder', publishing.folder] as const]),
      ]
    case 's3': {
      const { keys } = publishing
      return [
        kind,
        ...bucketFields.map(([name, field]) => [name, String(publishing[field])] as const),
        ...(keys === undefined ? [] : keyFields.map(([name, field]) => [name, keys[field]] as const)),
      ]
    }
  }
}
