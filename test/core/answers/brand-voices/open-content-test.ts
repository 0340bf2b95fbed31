import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CorePorts } from '../../../../electron/core/ports.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import { openTestWorkspace } from '../../../sample-workspace/open-test-workspace.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import type { LoggedRequest } from '../../../support/workspace-admin.ts'

export const question = 'What size is it?'

/** The real core, connected to a real sample workspace, with one picture that has an answer. All of it is removed when the test ends. */
export const openContentTest = async (ports: Partial<CorePorts> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-content-'))
  let workspace = await openTestWorkspace()
  const dataFolder = join(folder, 'data')
  let open: TestCore = await openTestCore(dataFolder, ports)
  let isOpen = true
  const stop = async (): Promise<void> => {
    if (isOpen) await open.core.stop()
    isOpen = false
  }
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  const { baseUrl, apiKey } = workspace
  const rates = { 'analyse-image': null, 'write-text': null }
  const connect = () => open.client.session.connect({ kind: 'api-key', baseUrl, apiKey, rates, isUntried: true })
  await connect()
  await mkdir(join(folder, 'pictures'))
  await writePng(join(folder, 'pictures', 'Mug.png'), 'mug')
  await open.client.intake.add({ named: [join(folder, 'pictures', 'Mug.png')], recursive: false, upload: false })
  await open.client.questions.ask({ images: { kind: 'all' }, questions: [question], again: false })
  await open.core.start()

  const writingJobs = (): Promise<Job[]> => open.client.jobs.list({ operation: 'write-text' })
  const ended = async (): Promise<boolean> => {
    const { counts } = await open.client.queue.status()
    return counts.waiting === 0 && counts.running === 0
  }
  const settled = () => waitFor(ended)
  await settled()
  const answer = (await readAnswers(open.client))[0]
  if (!answer) throw new Error('The sample workspace gave no answer.')

  return {
    dataFolder,
    baseUrl,
    apiKey,
    answer,
    writingJobs,
    settled,
    connect,
    client: (): TestCore['client'] => open.client,
    core: (): TestCore['core'] => open.core,
    stop,
    workspace: () => workspace,
    /** Sets how the workspace misbehaves. */
    misbehave: (...rules: readonly unknown[]) => workspace.admin('POST', '/misbehave', rules),
    /** Requests whose path starts with this, as the workspace logged them. */
    requests: async (path: string): Promise<readonly LoggedRequest[]> =>
      ((await workspace.requests()) as LoggedRequest[]).filter((one) => one.path.startsWith(path)),
    /** Starts the workspace again on its port and folder, after `workspace().stop()`. */
    restart: async (): Promise<void> => {
      workspace = await openTestWorkspace(workspace.dataDir, { port: Number(new URL(baseUrl).port) })
    },
    reopen: async (more: Partial<CorePorts> = {}): Promise<void> => {
      await stop()
      open = await openTestCore(dataFolder, { ...ports, ...more, secrets: open.secrets })
      isOpen = true
    },
    write: (voice: string, more: { readonly instruction?: string; readonly again?: boolean } = {}) =>
      open.client.brandVoices.write({ answers: { kind: 'some', jobIds: [answer.jobId] }, voice, ...more }),
    writing: async () => {
      const [one] = await open.client.brandVoices.texts.of({ answerJobIds: [answer.jobId] })
      if (!one) throw new Error('unreachable')
      return one
    },
  }
}
