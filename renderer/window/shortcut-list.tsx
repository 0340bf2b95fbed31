import { Kbd, Modal, Title } from '@mantine/core'
import { labels } from '../../shared/base/label-words.ts'
import { modName } from '../ui/keys.ts'
import classes from './shortcut-list.module.css'
import { closeShortcuts, useShortcutView } from './shortcut-view.ts'

type Line = readonly [keys: readonly string[], does: string]

const groups: readonly { readonly title: string; readonly lines: readonly Line[] }[] = [
  {
    title: 'Anywhere',
    lines: [
      [[modName, 'K'], 'Search commands'],
      [[modName, '1'], 'Library; 2 to 7 open the other screens'],
      [[modName, 'O'], 'Add pictures'],
      [[modName, 'V'], 'Add the picture or address on the clipboard'],
      [['/'], labels.searchLibrary],
      [['?'], 'Show this list'],
    ],
  },
  {
    title: 'Sheet',
    lines: [
      [['Enter'], 'Edit; saves and moves down'],
      [['Shift', 'Enter'], 'A new line in a cell'],
      [['Tab'], 'To the right'],
      [['Esc'], 'Cancel; then Tab leaves the sheet'],
      [[modName, 'D'], 'Fill down'],
      [[modName, 'H'], 'Find and replace'],
      [[modName, 'Z'], 'Undo; with Shift redo'],
      [['Space'], 'Enlarge the picture'],
      [['Alt', 'R'], 'Review on or off'],
      [['A'], 'In review: approve; with Shift the row'],
      [['R'], 'In review: reject'],
      [['D'], 'In review: back to draft'],
      [['E'], 'In review: edit'],
      [['N'], 'In review: next cell to review'],
      [['Alt', '↓'], 'Menu of the cell and its column'],
    ],
  },
  {
    title: 'Ordering pictures',
    lines: [
      [['Alt', 'Arrows'], 'Move'],
      [['Delete'], 'Remove'],
    ],
  },
  {
    title: 'Matching',
    lines: [
      [['↓'], 'Next picture'],
      [['Enter'], 'Accept the first product'],
      [['1'], 'Accept this product; 2 to 9 the others'],
      [['M'], 'Move to a product'],
      [['A'], 'Also add to another product'],
      [['Delete'], 'Leave out; in a product: take out'],
      [['Space'], 'Select or deselect'],
      [[modName, 'Z'], 'Undo the last change'],
    ],
  },
  {
    title: 'Products and activity',
    lines: [[['Delete'], 'Remove the product; cancel the work']],
  },
  {
    title: 'Pictures',
    lines: [
      [['Arrows'], 'Move and select'],
      [['Shift', 'Arrows'], 'Select more'],
      [[modName, 'Arrows'], 'Move without selecting'],
      [['Space'], 'Select or deselect'],
      [['A'], 'Select all'],
      [['G'], 'Select or deselect the group'],
      [['Esc'], 'Select none'],
      [['Enter'], 'Enlarge'],
      [['Q'], 'Ask about the selection'],
      [['P'], 'Attach the selection to a product'],
      [['Delete'], 'Remove from the library'],
      [['Shift', 'F10'], 'Open the menu of the selection'],
    ],
  },
]

/** All keys in one place; `?` opens it. */
export const ShortcutList = () => {
  const { isOpen } = useShortcutView()
  return (
    <Modal opened={isOpen} onClose={closeShortcuts} size={720} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.groups}>
        {groups.map(({ title, lines }) => (
          <section key={title}>
            <Title order={3} mb={8}>
              {title}
            </Title>
            <dl className={classes.lines}>
              {lines.map(([keys, does]) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key} size="sm">
                        {key}
                      </Kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
