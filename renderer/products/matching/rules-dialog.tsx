import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { MappingFile } from './mapping-file.tsx'
import { applyRules } from './match-actions.ts'
import { closeRules, useMatchView } from './match-view.ts'
import { PatternField } from './pattern-field.tsx'
import { RuleList } from './rule-list.tsx'
import classes from './rules-dialog.module.css'
import { RulesPreview } from './rules-preview.tsx'
import { useRules } from './use-rules.ts'

const Rules = () => {
  const remembered = useRules()
  const isApplying = useMatchView((view) => view.isApplying)
  const summary = useQuery(api.matching.summary.queryOptions()).data
  if (!remembered) return null
  const { rules, mapping } = remembered
  const isAnyUsed = rules.some(({ isUsed }) => isUsed)
  const lack = !isAnyUsed ? 'Choose at least one rule.' : summary?.hasProducts === false ? 'Import a product list first.' : null
  return (
    <div className={classes.body}>
      <div className={classes.columns}>
        <Stack gap={16}>
          <div>
            <Text size="sm" c="dimmed" mb={8}>
              All rules are checked; where they disagree, you decide. A pattern or mapping file at the top decides alone. Drag a rule, or
              press Alt and an arrow key.
            </Text>
            <RuleList rules={rules} mapping={mapping} />
          </div>
          <PatternField rules={rules} />
          <MappingFile mapping={mapping} />
        </Stack>
        <RulesPreview isAnyUsed={isAnyUsed} />
      </div>
      <Group gap={8} justify="flex-end" className={foot.foot}>
        <Text size="sm" c="dimmed" flex={1}>
          Your own decisions stay. You can undo this.
        </Text>
        <Button variant="default" onClick={closeRules}>
          Close
        </Button>
        <WithheldButton withheld={lack} loading={isApplying} onClick={() => void applyRules()}>
          Apply
        </WithheldButton>
      </Group>
    </div>
  )
}

/** Which rules are used, in which order, and what they would do. They are remembered for the workspace. */
export const RulesDialog = () => {
  const isOpen = useMatchView((view) => view.isRulesOpen)
  return (
    <Modal opened={isOpen} onClose={closeRules} size={1000} title="Match by rules" closeButtonProps={{ 'aria-label': 'Close' }}>
      {isOpen && <Rules />}
    </Modal>
  )
}
