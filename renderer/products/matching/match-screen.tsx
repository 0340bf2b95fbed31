import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import type { MatchSummary } from '../../../shared/products/matching.ts'
import { describeCodesLeft, describeMatchChange, describeSummary } from '../../../shared/products/matching-words.ts'
import { nothingStated } from '../../../shared/products/plans.ts'
import { describeStanding } from '../../../shared/products/plans-words.ts'
import { defaultAttribute } from '../../../shared/products/products.ts'
import { AddPictures } from '../../pictures/library/add-pictures.tsx'
import { api } from '../../queries.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { modName } from '../../ui/keys.ts'
import { ScreenLayout } from '../../ui/screen.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { openListChooser } from '../catalogue/list-input.tsx'
import { PlanNote } from '../plans/plan-note.tsx'
import { openPlan } from '../plans/plan-view.ts'
import { Board } from './board.tsx'
import { endDrag } from './drag-pictures.ts'
import { takeFolderNames, undo } from './match-actions.ts'
import classes from './match-screen.module.css'
import { openRules, useMatchView } from './match-view.ts'
import { MoveDialog } from './move-dialog.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { Tray } from './tray.tsx'

/** Leads to the plan of all matched pictures, and says how many of them are attached already. */
const AttachButton = ({ matched }: { readonly matched: number }) => {
  const attribute = useQuery(api.settings.get.queryOptions()).data?.attribute ?? defaultAttribute
  const { data = [] } = useQuery(api.plans.unfinished.queryOptions())
  const isAttaching = data.some(({ ahead }) => ahead > 0)
  // The whole plan is read for it, which would be in vain while another one changes it.
  const plan = useQuery({
    ...api.plans.preview.queryOptions({ input: { now: nothingStated, attribute, offset: 0, limit: 1 } }),
    enabled: matched > 0 && !isAttaching,
  }).data
  const standing = plan && plan.pictures > 0 && !isAttaching ? describeStanding(plan) : null
  return (
    <>
      {standing && <span className={classes.counts}>{standing.said}</span>}
      <WithheldButton
        size="xs"
        leftSection={<Icon name="link" size={16} />}
        withheld={matched === 0 ? 'No picture has a product yet.' : (standing?.lack ?? null)}
        onClick={openPlan}
      >
        Attach to products…
      </WithheldButton>
    </>
  )
}

/** The counts of all pictures; `children`: what can be done with those that have a product. */
const MatchLine = ({ summary, children }: { readonly summary: MatchSummary; readonly children?: ReactNode }) => (
  <div className={classes.line}>
    <p className={classes.counts}>
      {describeSummary(summary)}
      {describeCodesLeft({ left: summary.barcodesLeft, unreadable: 0, needsList: false }).map((said) => (
        <span key="barcodes" className={classes.reading}>
          {said}
        </span>
      ))}
    </p>
    {children}
  </div>
)

const importButton = (variant: 'filled' | 'default') => (
  <Button variant={variant} leftSection={<Icon name="list" size={16} />} onClick={openListChooser}>
    Import list…
  </Button>
)

const NoPictures = () => (
  <EmptyNote icon="picture" title="No pictures yet" actions={<AddPictures />}>
    Add pictures first: drop files or folders anywhere in this window. Packshot then finds their products by folder and file name.
  </EmptyNote>
)

/** Without a product list, folders may say which products there are. */
const NoProducts = () => {
  const { data, error } = useQuery(api.matching.foldersOutline.queryOptions())
  if (error) return <UnreadNote what="The folders cannot be shown." error={error} />
  if (!data) return null
  const { folders, pictures, names } = data
  if (folders === 0)
    return (
      <EmptyNote icon="products" title="No products known yet" actions={importButton('filled')}>
        Import your product list: drop a CSV or XLSX file here. Packshot then finds the product of each picture by folder and file name.
      </EmptyNote>
    )
  return (
    <EmptyNote
      icon="products"
      title={`${countOf(folders, 'folder')} found: use the folder names as products?`}
      actions={
        <>
          <Button onClick={() => void takeFolderNames()}>Use {countOf(folders, 'folder name')}</Button>
          {importButton('default')}
        </>
      }
    >
      {`${names.join(', ')}${folders > names.length ? ` and ${formatCount(folders - names.length)} more` : ''}. They would have ${countOf(pictures, 'picture')}. You can undo this. If you have a product list, import it instead.`}
    </EmptyNote>
  )
}

const UndoButton = ({ last }: Pick<MatchSummary, 'last'>) => (
  <WithheldButton
    variant="default"
    leftSection={<Icon name="undo" size={16} />}
    withheld={last ? null : 'There is nothing to undo.'}
    title={last ? `Undo: ${describeMatchChange(last)} (${modName} Z)` : ''}
    aria-keyshortcuts="Control+Z Meta+Z"
    onClick={() => void undo()}
  >
    Undo
  </WithheldButton>
)

/** What a screen reader hears after each change; the lists themselves change silently. */
const Said = () => {
  const said = useMatchView((view) => view.said)
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
}

const Content = ({ summary }: { readonly summary: MatchSummary }) => {
  const { pictures, hasProducts, matched } = summary
  if (pictures === 0) return <NoPictures />
  if (!hasProducts && matched === 0) return <NoProducts />
  return (
    <>
      <MatchLine summary={summary}>
        <AttachButton matched={matched} />
      </MatchLine>
      <PlanNote />
      <div className={classes.body}>
        <Tray summary={summary} />
        <Board />
      </div>
    </>
  )
}

/** Pictures find their products: by rules, and by decisions about what the rules leave open. */
export const MatchScreen = () => {
  const { data: summary, error } = useQuery(api.matching.summary.queryOptions())
  // No `dragend` comes from a row that is gone.
  useEffect(() => endDrag, [])
  const hasBoth = summary !== undefined && summary.pictures > 0 && summary.hasProducts
  return (
    <ScreenLayout
      title="Match"
      tools={
        summary !== undefined && (
          <>
            <UndoButton last={summary.last} />
            {hasBoth && (
              <Button
                variant={summary.matched === 0 ? 'filled' : 'default'}
                leftSection={<Icon name="settings" size={16} />}
                onClick={openRules}
              >
                Match by rules…
              </Button>
            )}
          </>
        )
      }
    >
      {error && <UnreadNote what="The matches cannot be shown." error={error} />}
      {summary && <Content summary={summary} />}
      <Said />
      <MoveDialog />
      <RulesDialog />
    </ScreenLayout>
  )
}
