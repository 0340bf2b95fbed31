import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../shared/base/number-words.ts'
import { describeWatchPreview, watchedWhileOpen } from '../../shared/watching/watched-folders-words.ts'
import { usualWatchRules, type WatchedFolder, type WatchRules } from '../../shared/watching/watching.ts'
import { client } from '../bridge.ts'
import { api } from '../queries.ts'
import foot from '../ui/dialog-foot.module.css'
import { ProblemNote } from '../ui/problem-note.tsx'
import { tell } from '../ui/tell.tsx'
import { useWatchedFolders } from './watch-queries.ts'
import { WatchRulesForm } from './watch-rules-form.tsx'
import { type ChosenFolder, chooseFolderToWatch, closeWatching, useWatchView } from './watch-view.ts'
import classes from './watching.module.css'

const Path = ({ path }: { readonly path: string }) => (
  <p className={classes.path}>
    <bdi>{path}</bdi>
  </p>
)

const NewFolder = ({ chosen }: { readonly chosen: ChosenFolder }) => {
  const [rules, setRules] = useState<WatchRules>(usualWatchRules)
  const [takes, setTakes] = useState<'all' | 'new'>('all')
  const folder = { kind: 'target' as const, target: chosen.target }
  const preview = useQuery({
    ...api.watching.preview.queryOptions({ input: { folder, subfolders: rules.subfolders } }),
    gcTime: 0,
    staleTime: 0,
  })
  const found = preview.data
  const watch = useMutation({
    mutationFn: () => client.watching.add({ folder, rules, onlyNew: takes === 'new' && (found?.pictures ?? 0) > 0 }),
    onSuccess: ({ name }) => {
      closeWatching()
      tell(`Watching “${name}”`, { text: watchedWhileOpen })
    },
  })
  return (
    <Stack gap={16}>
      <div>
        <Path path={chosen.path} />
        <Text size="sm" c="dimmed" role="status">
          {preview.isFetching && !found && 'Counting its pictures …'}
          {found && describeWatchPreview(found)}
        </Text>
      </div>
      {preview.error && <ProblemNote what="This folder can’t be watched." error={preview.error} />}
      {found && found.pictures > 0 && (
        <Radio.Group label="Pictures that are in it now" value={takes} onChange={(value) => setTakes(value as typeof takes)}>
          <Stack gap={8} mt={8}>
            <Radio value="all" label={`Add the ${countOf(found.pictures, 'picture')} in it`} />
            <Radio value="new" label="Only new ones" />
          </Stack>
        </Radio.Group>
      )}
      {!preview.error && <WatchRulesForm rules={rules} change={(part) => setRules((before) => ({ ...before, ...part }))} />}
      {!preview.error && (
        <Text size="sm" c="dimmed">
          {watchedWhileOpen}
        </Text>
      )}
      {watch.error && <ProblemNote what="The folder is not watched." error={watch.error} />}
      <Group justify="flex-end" gap={8} className={foot.foot}>
        <Button variant="subtle" color="gray" mr="auto" disabled={watch.isPending} onClick={() => void chooseFolderToWatch()}>
          Choose another…
        </Button>
        <Button variant="default" onClick={closeWatching}>
          Cancel
        </Button>
        <Button data-autofocus disabled={!found || preview.error !== null} loading={watch.isPending} onClick={() => watch.mutate()}>
          Watch folder
        </Button>
      </Group>
    </Stack>
  )
}

const ChangedRules = ({ folder }: { readonly folder: WatchedFolder }) => {
  const [rules, setRules] = useState<WatchRules>(folder.rules)
  const save = useMutation({
    mutationFn: () => client.watching.change({ id: folder.id, rules }),
    onSuccess: closeWatching,
  })
  return (
    <Stack gap={16}>
      <div>
        <Path path={folder.path} />
        <Text size="sm" c="dimmed">
          Changes apply to pictures that come from now on.
        </Text>
      </div>
      <WatchRulesForm rules={rules} change={(part) => setRules((before) => ({ ...before, ...part }))} />
      {save.error && <ProblemNote what="The rules were not changed." error={save.error} />}
      <Group justify="flex-end" gap={8} className={foot.foot}>
        <Button variant="default" onClick={closeWatching}>
          Cancel
        </Button>
        <Button data-autofocus loading={save.isPending} onClick={() => save.mutate()}>
          Save
        </Button>
      </Group>
    </Stack>
  )
}

const dialog = { onClose: closeWatching, size: 560, closeButtonProps: { 'aria-label': 'Close' } } as const

/** Watching a folder that was chosen, and changing a watched folder's rules. */
export const WatchDialogs = () => {
  const { chosen, changing } = useWatchView()
  const folder = useWatchedFolders().data?.find(({ id }) => id === changing)
  return (
    <>
      <Modal {...dialog} opened={chosen !== null} title={`Watch “${chosen?.name ?? ''}”`}>
        {chosen && <NewFolder key={chosen.target} chosen={chosen} />}
      </Modal>
      <Modal {...dialog} opened={folder !== undefined} title={`Rules for “${folder?.name ?? ''}”`}>
        {folder && <ChangedRules key={folder.id} folder={folder} />}
      </Modal>
    </>
  )
}
