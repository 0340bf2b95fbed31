import type { Answer } from '../../../shared/answers/questions.ts'
import { shownText } from '../../../shared/exchange/export-answers.ts'
import classes from './answer-text.module.css'

/** The tag already says it. */
const withoutTag = (text: string): string => {
  const rest = text.replace(/^cannot tell\s*[:.,–—-]\s*/i, '')
  return rest === '' ? text : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}

/** Shows an answer: the service's text, a person's edit, or that it cannot tell. */
export const AnswerText = ({ answer }: { readonly answer: Answer }) => {
  const isEdited = answer.editedText !== null
  const isUnknown = answer.kind === 'cannot-tell' && !isEdited
  return (
    <p className={classes.text} data-unknown={isUnknown || undefined}>
      {isUnknown && <span className={classes.tag}>Cannot tell</span>}
      {isUnknown ? withoutTag(answer.text) : shownText(answer)}
      {isEdited && <span className={classes.edited}>Edited</span>}
    </p>
  )
}
