import { Button, Modal, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { create } from 'zustand'
import { keptWords } from '../../../shared/base/kept-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { ChangedFile } from '../../../shared/pictures/versions.ts'
import { client, thumbnailUrl } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { rowsPerPage, usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import classes from './library-line.module.css'

export const changedPage = (offset: number) => ({
  ...api.versions.page.queryOptions({ input: { offset, limit: rowsPerPage } }),
  placeholderData: keepPreviousData,
})

/** The newest version of each becomes a picture of its own again; of one that is named twice, the two newest. */
export const separate = async (imageIds: string[]): Promise<void> => {
  try {
    const { separated } = await client.versions.separate({ imageIds })
    tell(`${countOf(separated, 'newer file is a picture of its own', 'newer files are pictures of their own')} again`, {
      text: 'The earlier version counts again where it was used.',
    })
  } catch (error) {
    tellProblem(keptWords['nothing-changed'], error)
  }
}

/** `imageIds` absent: all that are offered. */
const use = async (imageIds?: string[]): Promise<void> => {
  try {
    const { made } = await client.versions.use({ imageIds })
    if (made.length === 0) return
    tell(`${countOf(new Set(made).size, 'picture')} with a new version`, {
      text: 'Questions and answers stay with it. “Send again” in its details replaces it in products.',
      undo: { run: () => separate(made) },
    })
  } catch (error) {
    tellProblem(keptWords['nothing-changed'], error)
  }
}

const keepBoth = (imageIds?: string[]): Promise<void> =>
  client.versions.keepBoth({ imageIds }).catch((error: unknown) => tellProblem(keptWords['nothing-changed'], error))

const rowHeight = 85

const ChangedRow = ({ imageId, earlierId, name, folder }: ChangedFile) => (
  <div className={classes.changed}>
    <img src={thumbnailUrl(earlierId)} alt={`${name}, before`} decoding="async" />
    <Icon name="right" size={16} />
    <img src={thumbnailUrl(imageId)} alt={`${name}, now`} decoding="async" />
    <div className={classes.both}>
      <Text fw={500} truncate>
        {name}
      </Text>
      <Text size="sm" c="dimmed" truncate>
        <bdi>{folder}</bdi>
      </Text>
    </div>
    <Button size="compact-sm" variant="default" onClick={() => void use([imageId])}>
      Use as new version
    </Button>
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void keepBoth([imageId])}>
      Keep both
    </Button>
  </div>
)

const useChangedFilesView = create(() => ({ isOpen: false }))

/** Opens the comparison from elsewhere: the line about watched folders. */
export const openChangedFiles = (): void => useChangedFilesView.setState({ isOpen: true })

/** Files that were added before and have changed: each may become a new version of its picture, or stay a picture of its own. */
export const ChangedFiles = () => {
  const { isOpen } = useChangedFilesView()
  const { total, rowAt, onRange } = usePages<ChangedFile>(changedPage)
  const close = () => useChangedFilesView.setState({ isOpen: false })
  // Made when it is needed first: most libraries never show it.
  const [isNeeded, setNeeded] = useState(false)
  if (isOpen && !isNeeded) setNeeded(true)
  return (
    <>
      {total > 0 && (
        <section className={`${classes.line} ${classes.plain}`} aria-label="Changed files">
          <Icon name="retry" size={18} />
          <span className={classes.words}>
            {countOf(total, 'file has changed since it was added', 'files have changed since they were added')}: each is a picture of its
            own.
          </span>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={openChangedFiles}>
            Compare
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void use()}>
            Use as new versions
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void keepBoth()}>
            Keep both
          </Button>
        </section>
      )}
      {isNeeded && (
        <Modal
          opened={isOpen && total > 0}
          onClose={close}
          size={720}
          title="Files that have changed"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <div className={classes.list} style={{ height: `min(60vh, ${Math.max(1, total) * rowHeight}px)` }}>
            <VirtualRows
              label="Files that have changed"
              count={total}
              onRange={onRange}
              estimate={rowHeight}
              render={(index) => {
                const one = rowAt(index)
                return one ? <ChangedRow {...one} /> : null
              }}
            />
          </div>
        </Modal>
      )}
    </>
  )
}
