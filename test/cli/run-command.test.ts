import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatTable, printable } from '../../electron/cli/output.ts'
import { runCommand } from '../../electron/cli/run-command.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (...args: string[]) => runOn(process.platform, ...args)
const runOn = (platform: NodeJS.Platform, ...args: string[]) => runWith({ platform }, ...args)
const runWith = async (
  { platform = process.platform, stdin = Readable.from(['']) }: { readonly platform?: NodeJS.Platform; readonly stdin?: Readable },
  ...args: string[]
) => {
  let stdout = ''
  let stderr = ''
  const code = await runCommand(args, {
    version: '1.2.3',
    entries: { imageProcess: 'none', sampleWorkspace: 'none' },
    environment: { PACKSHOT_DATA_DIR: join(folder, 'data') },
    platform,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    stdin,
  })
  return { code, stdout, stderr }
}

describe('the command', () => {
  it('reads an empty data folder without creating one', async () => {
    expect(await run('images', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
    expect(await run('jobs', '--state', 'parked', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
    await expect(rm(join(folder, 'data'), { recursive: true })).rejects.toThrow(/ENOENT/)
  })

  it('prints errors on stderr, and also on stdout with --json', async () => {
    const plain = await run('ask')
    expect(plain).toMatchObject({ code: 1, stdout: '' })
    expect(plain.stderr).toMatch(/--question/)
    const json = await run('ask', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: 'usage', message: 'No question was given. Nothing was queued.', action: 'Add --question TEXT or --set NAME.' },
    })
    expect(JSON.parse((await run('cancel', '--json')).stdout)).toMatchObject({
      error: { code: 'usage', message: expect.stringMatching(/Nothing was done\.$/), action: 'See “packshot --help”.' },
    })
    const refused = await run('ask', '--question', 'What?', '--json')
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: 'usage', message: 'There are no pictures yet. Nothing was queued.' },
    })
    expect(refused.stderr).toBe('There are no pictures yet. Nothing was queued. Add some first: “packshot add PATH”.\n')
  })

  it('says on one line, with --json too, that there is no such command', async () => {
    const { code, stdout } = await run('chek', '--json')
    expect(code).toBe(1)
    const { message, failure } = JSON.parse(stdout).error
    expect(message).toBe("Unknown command 'chek' (Did you mean check?) Nothing was done.")
    expect(failure.said).not.toContain('\n')
  })

  it('ends a run at its timeout although standard input does not end, and says that it waited for that', async () => {
    const stdin = new PassThrough()
    const ended = await runWith({ stdin }, 'run', '--api-key-stdin', '--base-url', 'http://127.0.0.1:9', '--timeout', '1')
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Standard input did not end within 1 second (--timeout). Everything queued is kept. ' +
        'Pipe in the connection file, link or key, or use a longer --timeout.\n',
    })
    expect(stdin.destroyed).toBe(true)
  })

  it('says of a picture that is not there how to list those that are, and nothing else', async () => {
    for (const args of [
      ['similar', 'nope.jpg'],
      ['versions', 'nope.jpg'],
      ['check', 'nope.jpg'],
      ['fix', 'nope.jpg', '--take-back'],
    ])
      expect(await run(...args)).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'There is no picture “nope.jpg”. Nothing was changed. ' +
          'Use the id or the file name of a picture in the library: “packshot images” lists them.\n',
      })
  })

  it('warns of a data folder on a network share, only on Windows, and continues', async () => {
    const named = ['--data-dir', '\\\\server\\share\\Packshot', 'images', '--json']
    const { code, stdout, stderr } = await runOn('win32', ...named)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[]\n' })
    expect(stderr.match(/is on a network share/g)).toHaveLength(1)
    expect(stderr).toContain('Move the folder to a disk of this computer')
    expect((await runOn('win32', '--data-dir', 'C:\\Packshot', 'images', '--json')).stderr).toBe('')
  })

  it('prints its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' })
  })

  it('has help for every command, which exits with 0', async () => {
    for (const name of [
      'connect',
      'disconnect',
      'add',
      'ask',
      'attach',
      'run',
      'status',
      'images',
      'jobs',
      'products',
      'answers',
      'retry',
      'cancel',
    ]) {
      const help = await run(name, '--help')
      expect(help.code).toBe(0)
      expect(help.stdout).toMatch(new RegExp(`^Usage: packshot ${name}`))
    }
  })
})

describe('printed output', () => {
  it('has no control characters and no bidirectional overrides', () => {
    expect(printable('a\u001b[31mb\u202ec\nd')).toBe('a [31mb c d')
  })

  it('is a table with aligned columns, and long cells are shortened', () => {
    expect(
      formatTable(
        ['id', 'name'],
        [
          ['1', 'Müsli 🍓'],
          ['22', 'x'.repeat(20)],
        ],
        10,
      ),
    ).toEqual(['id  name', '1   Müsli 🍓', `22  ${'x'.repeat(9)}…`])
  })
})
