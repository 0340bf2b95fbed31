import { Radio, Text } from '@mantine/core'
import { currentWords } from '../../../shared/products/attached-lists-words.ts'
import type { PlanPreview, PlanStatements } from '../../../shared/products/plans.ts'
import { planQuestions } from '../../../shared/products/plans-words.ts'
import classes from './plan-dialog.module.css'

type Props = {
  readonly preview: Pick<PlanPreview, 'sources'>
  readonly answers: PlanStatements
  readonly change: (answers: PlanStatements) => void
}

/** What the products show now, asked once for all that are known in the same way. Nothing is preselected. */
export const PlanQuestions = ({ preview, answers, change }: Props) => {
  const questions = planQuestions(preview)
  if (questions.length === 0) return null
  return (
    <section className={classes.questions} aria-label="What the products show now">
      {questions.map(({ source, text, yes }) => (
        <Radio.Group
          key={source}
          label={text}
          value={answers[source]}
          onChange={(value) => change({ ...answers, [source]: value } as PlanStatements)}
        >
          <div className={classes.answers}>
            <Radio value={yes.value} label={yes.label} />
            <Radio value="skip" label="Leave these products out" />
          </div>
        </Radio.Group>
      ))}
      <Text size="sm" c="dimmed">
        {currentWords.why}
      </Text>
    </section>
  )
}
