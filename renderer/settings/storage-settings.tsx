import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { countOf } from '../../shared/base/number-words.ts'
import type { StorageUse } from '../../shared/base/settings.ts'
import { removedWords } from '../../shared/removed/removed-words.ts'
import { client } from '../bridge.ts'
import { api } from '../queries.ts'
import { useRemovedList } from '../removed/open-removed.ts'
import { RemovedDialog, useRemovedUse } from '../removed/removed-list.tsx'
import { copyText } from '../ui/copy-text.ts'
import { formatBytes } from '../ui/format.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { SettingGroup, SettingRow } from './setting-row.tsx'
import classes from './storage-settings.module.css'

const Use = ({ storage }: { readonly storage: StorageUse }) => {
  const parts = [
    { name: 'Originals', bytes: storage.originalsBytes },
    ...(storage.sentBytes > 0 ? [{ name: 'Converted pictures', bytes: storage.sentBytes }] : []),
    { name: 'Thumbnails', bytes: storage.thumbnailsBytes },
    { name: 'Database', bytes: storage.databaseBytes },
  ]
  return (
    <dl className={classes.parts}>
      {parts.map(({ name, bytes }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatBytes(bytes)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The data folder, its disk usage, and how to free space. */
export const StorageSettings = () => {
  const queries = useQueryClient()
  const removedUse = useRemovedUse()
  const options = api.settings.storage.queryOptions()
  const { data: storage } = useQuery({ ...options, staleTime: 10_000 })
  const free = useMutation({
    mutationFn: () => client.settings.freeOriginals(),
    onSuccess: async ({ freedBytes, pictures }) => {
      tell(pictures === 0 ? 'Nothing to free yet' : `${formatBytes(freedBytes)} freed`, {
        text:
          pictures === 0
            ? 'Originals are needed until their work is done.'
            : `The originals of ${countOf(pictures, 'finished picture')} were deleted here. Previews and answers stay.`,
      })
      await queries.invalidateQueries({ queryKey: options.queryKey })
    },
    onError: (error) => tellProblem('Nothing was deleted.', error),
  })
  if (!storage) return null
  return (
    <SettingGroup title="Data">
      <SettingRow name="Data folder" about={<code>{storage.dataFolder}</code>}>
        <Button variant="default" onClick={() => void copyText(storage.dataFolder, 'Path')}>
          Copy path
        </Button>
      </SettingRow>
      <SettingRow name="Disk use" about={<Use storage={storage} />}>
        <Button variant="default" loading={free.isPending} onClick={() => free.mutate()}>
          Delete local copies of uploaded pictures
        </Button>
      </SettingRow>
      <SettingRow name={removedWords.title} about={removedUse}>
        <Button variant="default" aria-label="Show what was removed recently" onClick={() => useRemovedList.setState({ isOpen: true })}>
          Show…
        </Button>
      </SettingRow>
      <RemovedDialog />
    </SettingGroup>
  )
}
