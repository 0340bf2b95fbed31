import { Button, Menu } from '@mantine/core'
import { labels } from '../../../shared/base/label-words.ts'
import { changeSettings, useSettings } from '../../settings/use-settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { tell } from '../../ui/tell.tsx'
import classes from './saved-questions.module.css'

/** Offered while nothing is saved yet. */
const examples = ['Write alt text for this picture.', labels.exampleQuestion, 'What does the label say?']

type Props = { readonly question: string; readonly choose: (question: string) => void }

/** Questions to ask again: chosen from a menu, kept by a person. */
export const SavedQuestions = ({ question, choose }: Props) => {
  const saved = useSettings().value?.savedQuestions ?? []
  const change = (to: (questions: readonly string[]) => string[]): void =>
    changeSettings(({ savedQuestions }) => ({ savedQuestions: to(savedQuestions) }), 'The saved questions were not changed.')
  const save = () => {
    change((questions) => [...questions.filter((one) => one !== question), question])
    tell('Question saved')
  }
  const offered = saved.length > 0 ? saved : examples
  return (
    <div className={classes.saved}>
      {question !== '' && !saved.includes(question) && (
        <Button size="xs" variant="subtle" color="gray" onClick={save}>
          Save for later
        </Button>
      )}
      <Menu position="bottom-end" width={360}>
        <Menu.Target>
          <Button size="xs" variant="subtle" color="gray" rightSection={<Icon name="chevron" size={14} />}>
            {saved.length > 0 ? 'Saved questions' : 'Examples'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((one) => (
            <div key={one} className={classes.row}>
              <Menu.Item className={classes.item} onClick={() => choose(one)}>
                {one}
              </Menu.Item>
              {saved.length > 0 && (
                <Menu.Item
                  className={classes.forget}
                  aria-label={`Delete “${one}”`}
                  closeMenuOnClick={false}
                  onClick={() => change((questions) => questions.filter((other) => other !== one))}
                >
                  <Icon name="close" size={16} />
                </Menu.Item>
              )}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
