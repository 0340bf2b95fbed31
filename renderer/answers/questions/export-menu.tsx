import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../shared/answers/questions.ts'
import { readAllAnswers } from '../../../shared/base/read-all-pages.ts'
import { formatCsv, formatJson, formatLines, type Written } from '../../../shared/exchange/export-answers.ts'
import { client } from '../../bridge.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { tellProblem } from '../../ui/tell.tsx'

/** All answers as text or a file. “Cannot tell” is left out unless a person asks for it; an edited one counts as an answer. */
export const ExportMenu = ({ isEmpty }: { readonly isEmpty: boolean }) => {
  const [withUnknown, setWithUnknown] = useState(false)
  const read = async (use: (answers: Answer[], written: Written) => void | Promise<void>): Promise<void> => {
    try {
      const { answers, written } = await readAllAnswers(() => client.questions.answers())
      await use(
        answers.filter((one) => withUnknown || one.kind === 'answer' || one.editedText !== null),
        written,
      )
    } catch (error) {
      tellProblem('The answers were not exported.', error)
    }
  }
  return (
    <Menu position="bottom-end" width={256}>
      <Menu.Target>
        <Button size="xs" variant="default" disabled={isEmpty} rightSection={<Icon name="chevron" size={14} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void read((answers) => copyText(formatLines(answers), 'Answers'))}>Copy all</Menu.Item>
        <Menu.Item
          onClick={() => void read((answers, written) => saveFile('answers.csv', 'text/csv;charset=utf-8', formatCsv(answers, written)))}
        >
          Save as CSV…
        </Menu.Item>
        <Menu.Item
          onClick={() => void read((answers, written) => saveFile('answers.json', 'application/json', formatJson(answers, written)))}
        >
          Save as JSON…
        </Menu.Item>
        <Menu.Divider />
        <Menu.CheckboxItem closeMenuOnClick={false} checked={withUnknown} onChange={setWithUnknown}>
          With “cannot tell”
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
