import type { Answer } from '../../../shared/answers/questions.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { formatTime } from '../../ui/format.ts'
import { AnswerText } from './answer-text.tsx'
import classes from './other-answers.module.css'

/** Other answers to the same question about the same picture: kept, but neither listed nor exported. */
export const OtherAnswers = ({ answers }: { readonly answers: readonly Answer[] }) => {
  if (answers.length === 0) return null
  return (
    <details className={classes.others}>
      <summary>{countOf(answers.length, 'other answer')}</summary>
      {answers.map((answer) => (
        <div key={answer.jobId} className={classes.one}>
          <AnswerText answer={answer} />
          <span className={classes.time}>{formatTime(answer.answeredAt)}</span>
        </div>
      ))}
    </details>
  )
}
