import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { decideInWorkspace } from '../../../../electron/cli/demo/allow-in-workspace.ts'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { libraryFile } from '../../../../electron/core/base/database/library-files.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createConnectionStore } from '../../../../electron/core/workspaces/connections/connection-store.ts'
import { parseConnectionFile } from '../../../../electron/core/workspaces/connections/parse-connection-file.ts'
import { fieldRuleWords } from '../../../../shared/base/field-rules-words.ts'
import { commandTemplateProblem, defaultCommandTemplate } from '../../../../shared/command/command-template.ts'
import { missingScope } from '../../../../shared/service/scopes.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import { openContentTest } from './open-content-test.ts'

describe('OAuth scopes', () => {
  it.each([
    ['user', null, null],
    ['user:read', null, 'user'],
    ['user:read user', null, null],
    ['openid', 'user', 'user'],
    ['', null, null],
    [null, null, null],
  ])('“%s” lacks %s for reading and %s for writing', (granted, reading, writing) => {
    expect(missingScope(granted, 'user:read')).toBe(reading)
    expect(missingScope(granted, 'user')).toBe(writing)
  })

  it('a read-only sign-in lists the voices and queues no text; an additional API key allows writing', async () => {
    const opened: string[] = []
    const test = await openContentTest({ openBrowser: async (url) => void opened.push(url) })
    const { name, clientId, clientSecret, redirectUris } = test.workspace().readConnection()
    const file = { packshot: 1, name, baseUrl: test.baseUrl, clientId, clientSecret, scopes: ['user:read'] }
    const text = JSON.stringify({ ...file, redirectUris: redirectUris.filter((uri) => uri.startsWith('packshot:')) })
    await test.client().session.connect({ kind: 'file', text })
    const signingIn = test.client().session.signIn({ openBrowser: true })
    await expect.poll(() => opened.length).toBe(1)
    await test.core().completeSignIn(await decideInWorkspace(await test.workspace().enter(opened[0] ?? '')))
    expect(await signingIn).toMatchObject({ state: 'signed-in', scope: 'user:read' })
    expect(await test.client().brandVoices.voices.refresh()).toMatchObject({ total: 3 })
    const write = () => test.client().brandVoices.write({ answers: { kind: 'all' }, voice: 'Plain' })
    await expect(write()).rejects.toMatchObject({ code: 'not-allowed', failure: { kind: 'signed-in-for-reading', wanted: 'text' } })
    expect(await test.writingJobs()).toEqual([])
    await test.client().session.setApiKey({ apiKey: test.apiKey })
    expect(await write()).toMatchObject({ queued: 0 })
  })
})

describe('the body of a command', () => {
  const library = prepareTestLibrary()
  const bodies = () =>
    library
      .service()
      .received.filter((one) => one.path.startsWith('/v1/command'))
      .map((one) => one.json())
  const prepare = async () => {
    library.service().answer = ({ path }) =>
      path === '/v1/command' || path === '/v1/commands/run'
        ? {
            status: 201,
            body: {
              requestId: 'r',
              resource: 'command',
              data: [
                { id: 'txt_1', text: ' One. ' },
                { id: 'txt_2', text: 'Two.' },
              ],
            },
          }
        : undefined
    await library.add(['one.png'], false)
    await library.connect()
    await library.ask(['one.png'], 'White?')
    await library.start()
    await library.settled()
  }
  const write = () => library.client().brandVoices.write({ answers: { kind: 'all' }, voice: 'ton_9', instruction: 'short {{voice}}' })

  it('matches the interface description, and keeps each of its texts', async () => {
    await prepare()
    await write()
    await library.settled()
    expect(bodies()).toEqual([
      {
        inputs: {
          command:
            'Rewrite this answer about a product picture in the brand voice.\nKeep to its facts and add none. Give the text alone.\n' +
            'The answer was given to this question: “White?”\nAlso: short {{voice}}',
          context: 'An answer to: White?',
          toneId: 'ton_9',
        },
        options: { outputCount: 1 },
      },
    ])
    const [answer] = await readAnswers(library.client())
    const [writing] = await library.client().brandVoices.texts.of({ answerJobIds: [answer?.jobId ?? ''] })
    expect(writing?.texts.map(({ text, textId, voiceName }) => [text, textId, voiceName])).toEqual([
      ['One.', 'txt_1', 'ton_9'],
      ['Two.', 'txt_2', 'ton_9'],
    ])
  })

  it('can be set per connection, like the path', async () => {
    await prepare()
    const command = JSON.stringify({ prompt: '{{instruction}}: {{answer}} ({{question}})', voices: ['{{voice}}'], n: 1 })
    const file = { packshot: 1, name: 'Own', baseUrl: library.service().baseUrl, clientId: 'c', clientSecret: 's' }
    const parsed = parseConnectionFile(JSON.stringify({ ...file, paths: { command: '/v1/commands/run' }, templates: { command } }))
    const { connection } = await library.client().session.get()
    if (!connection) throw new Error('unreachable')
    await library.close()
    const journal = createJournal(new DatabaseSync(libraryFile(join(library.folder(), 'data'))), systemPlatform)
    const changed = {
      ...connection,
      paths: { ...connection.paths, ...parsed.paths },
      templates: { ...connection.templates, ...parsed.templates },
    }
    journal.write(() =>
      createConnectionStore(journal, { adopt: () => {}, release: () => {}, doubtLists: () => {}, hasSources: () => false }).save(changed),
    )
    journal.close()
    await library.reopen()
    await library.start()
    await write()
    await library.settled()
    expect(bodies()).toEqual([{ prompt: 'short {{voice}}: An answer to: White? (White?)', voices: ['ton_9'], n: 1 }])
    expect(library.service().received.at(-1)?.path).toBe('/v1/commands/run')
  })

  it.each([
    [defaultCommandTemplate, null],
    ['{"a": "{{answer}}", "b": "{{ voice }}"}', null],
    ['{', 'must be a JSON object'],
    ['[]', 'must be a JSON object'],
    ['{"a": "{{answer}}"}', 'has no “{{voice}}”'],
    ['{"a": "{{answer}} {{voice}} {{secret}}"}', expect.stringMatching(/^has “{{secret}}”, which is not one of/)],
  ])('rejects or accepts the template %s: %j', (text, problem) => {
    const rule = commandTemplateProblem(text)
    expect(rule && fieldRuleWords(rule)).toEqual(problem)
  })
})
