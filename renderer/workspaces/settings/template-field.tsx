import { Textarea } from '@mantine/core'
import { fieldRuleWords } from '../../../shared/base/field-rules-words.ts'
import { previewTemplate, type TemplateName, templateProblem, templateRules } from '../../../shared/workspaces/body-templates.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import { defaultPaths, labelTemplate } from '../../settings/setting-labels.ts'
import classes from './advanced-settings.module.css'
import { BackToDefault } from './back-to-default.tsx'

type Props = {
  readonly name: TemplateName
  readonly connection: Connection
  /** The paths as they are typed now. */
  readonly paths: Readonly<Record<string, string>>
  readonly value: string
  readonly error: string | undefined
  readonly change: (value: string) => void
}

const requestLine = (name: TemplateName, paths: Props['paths']): string => {
  const products = paths.products || defaultPaths.products
  switch (name) {
    case 'createProduct':
      return `POST ${products}`
    case 'updateProduct':
      return `PATCH ${products}/prd_12`
    case 'command':
      return `POST ${paths.command || '/v1/command'}`
  }
}

/** A request body as a JSON template, with a preview of the request. */
export const TemplateField = ({ name, connection, paths, value, error, change }: Props) => {
  const label = labelTemplate(name)
  const rule = templateRules[name]
  const problem = templateProblem(name, value)
  const body = previewTemplate(name, value)
  return (
    <div>
      <Textarea
        label={`Body: ${label}`}
        description={`Placeholders: ${rule.placeholders.map((one) => `{{${one}}}`).join(', ')}`}
        error={error ?? (problem === null ? undefined : `It ${fieldRuleWords(problem)}.`)}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        classNames={{ input: classes.code }}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <BackToDefault of={`body, ${label}`} isDefault={value === rule.default} reset={() => change(rule.default)} />
      {body !== null && (
        <figure className={classes.example}>
          <figcaption>Sent, for example</figcaption>
          <pre className={classes.preview}>
            {`${requestLine(name, paths)}\nHost: ${new URL(connection.baseUrl).host}\n\n${JSON.stringify(body, null, 2)}`}
          </pre>
        </figure>
      )}
    </div>
  )
}
