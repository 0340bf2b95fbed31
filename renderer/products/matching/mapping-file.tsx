import { Button, Text } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import type { RememberedRules } from '../../../shared/products/matching.ts'
import { readAsBase64 } from '../../exchange/exports/read-as-base64.ts'
import { Icon } from '../../ui/icon.tsx'
import { readProblem } from '../../ui/read-problem.ts'
import classes from './rules-dialog.module.css'
import { saveMapping } from './use-rules.ts'

/** A table of files and their products, dropped or chosen. */
export const MappingFile = ({ mapping }: Pick<RememberedRules, 'mapping'>) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setProblem(null)
    try {
      await saveMapping({ name: file.name, bytes: await readAsBase64(file) })
    } catch (error) {
      const { message, action } = readProblem(error)
      setProblem(`${message} ${action}`)
    }
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out like this
    <div
      role="group"
      aria-label="Mapping file"
      className={classes.mapping}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        if (event.dataTransfer.types.includes('Files')) setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div>
        <p className={classes.label}>Mapping file</p>
        <p className={classes.quiet}>
          {mapping ? `${mapping.name}, ${countOf(mapping.lines, 'line')}` : 'A CSV or XLSX with files and their products. Drop it here.'}
        </p>
      </div>
      <Button variant="default" leftSection={<Icon name="file" size={16} />} onClick={() => input.current?.click()}>
        {mapping ? 'Replace file…' : 'Choose file…'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.tab,.txt,.xlsx"
        aria-label="Choose mapping file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          void take(file)
        }}
      />
      {problem && (
        <Text size="sm" c="red" role="alert" className={classes.trial}>
          {problem}
        </Text>
      )}
    </div>
  )
}
