import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { QuestionSet } from '../../../shared/answers/question-sets.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSetsPanel } from '../question-sets/offered-file.ts'
import classes from '../question-sets/sets.module.css'
import { chooseSet, useSetChoice } from './set-choice.ts'

/** The chosen set, if it still exists. */
export const useChosenSet = (): QuestionSet | null => {
  const id = useSetChoice((choice) => choice.id)
  const sets = useQuery(api.questionSets.list.queryOptions()).data
  return sets?.find((set) => set.id === id) ?? null
}

/** Chooses a question set to ask. */
export const SetMenu = () => {
  const sets = useQuery(api.questionSets.list.queryOptions()).data ?? []
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" rightSection={<Icon name="chevron" size={14} />}>
          Ask a set
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {sets.map(({ id, name, questions }) => (
          <Menu.Item key={id} onClick={() => chooseSet(id)}>
            {name} ({countOf(questions.length, 'question')})
          </Menu.Item>
        ))}
        {sets.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => useSetsPanel.setState({ isOpen: true })}>{sets.length > 0 ? 'Edit sets…' : 'Make a set…'}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The set that is asked, in place of the question's box. */
export const ChosenSet = ({ set }: { readonly set: QuestionSet }) => (
  <section className={classes.chosen} aria-label={`Question set ${set.name}`}>
    <div className={classes.words}>
      <p className={classes.name}>{set.name}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard */}
      <p className={classes.chosenList} tabIndex={0} role="note" aria-label="Its questions">
        {set.questions.map(({ column }) => column).join(' · ')}
      </p>
    </div>
    <ActionIcon size={28} aria-label="Write a question instead" onClick={() => chooseSet(null)}>
      <Icon name="close" size={16} />
    </ActionIcon>
  </section>
)
