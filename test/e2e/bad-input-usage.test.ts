import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { createPackshotUser, linesOf, type PackshotUser } from '../support/packshot-user.ts'

describe('a wrong command line', () => {
  let asking: PackshotUser
  beforeAll(async () => {
    asking = await createPackshotUser()
    await writeTestPictures(join(asking.folder, 'pictures'), 1)
    expect((await asking.run('add', join(asking.folder, 'pictures'))).code).toBe(0)
  })
  afterAll(async () => {
    // None of them has queued, sent or changed anything.
    expect((await asking.jobs()).map((job) => job.work.operation)).toEqual(['upload-source'])
    await asking.remove()
  })
  it.each<{ args: string[]; words: RegExp; line: string }>(
    (
      [
        [['frobnicate'], /unknown command 'frobnicate'/],
        [['add'], /missing required argument/],
        [['add', '--colour'], /unknown option '--colour'/],
        [['ask'], /No question was given\. Nothing was queued\. Add --question TEXT or --set NAME/],
        [['ask', '--question', ' '], /question is empty\. Nothing was queued/],
        [['ask', '--question', 'x'.repeat(4001)], /4,?000 characters.*Nothing was queued/],
        [['ask', '--question', 'What?', '--image', 'img_nope'], /no picture “img_nope”\. Nothing was queued\..*packshot images/],
        [['ask', '--question', 'What?', '--image', 'a.jpg', '--all'], /Either --image or --all/],
        [['attach'], /Say either --product ID or --new NAME\. Nothing was queued/],
        [['attach', '--product', 'P', '--new', 'N'], /Say either --product ID or --new NAME/],
        [['attach', '--new', ''], /name is empty\. Nothing was queued/],
        [['attach', '--new', 'N', '--current', 'none', '--service-appends'], /Either --current or --service-appends, not both/],
        [['attach', '--product', 'P', '--current', 'a,,b'], /--current takes none, known, or source IDs/],
        [['run', '--timeout', 'soon'], /--timeout takes a number of seconds\. Nothing was sent/],
        [['run', '--timeout', '-1'], /--timeout takes a number of seconds/],
        [['run', '--api-key-stdin'], /say --base-url URL.*Nothing was sent/],
        [['run', '--connect', 'x.packshot', '--api-key-stdin'], /Either --connect or --api-key-stdin/],
        [['run', '--connect', 'nowhere.packshot'], /connection file nowhere\.packshot cannot be read\. Nothing was changed/],
        [['connect', '--client-id', 'x'], /--client-id can’t be used here\. Nothing was changed/],
        [['connect', '--sample', 'x.packshot'], /Say one of/],
        [['connect', '--base-url', 'https://a.example'], /--client-id ID --client-secret-stdin, or --api-key-stdin/],
        [['disconnect'], /No workspace is connected/],
        [['jobs', '--state', 'funny'], /Allowed choices are waiting, running, done, parked, cancelled/],
        [['answers', '--format', 'xml'], /Allowed choices are csv, json/],
        [['cancel'], /missing required argument/],
        [['cancel', 'job_nope'], /There is no job job_nope\. Nothing was changed/],
        [['retry', 'job_nope'], /There is no job job_nope\. Nothing was changed/],
        [['retry', '--ready', '--again'], /Choose one of --ready, --wait, --again, .*--product\. Nothing was changed/],
        [['workspace', 'serve', '--port', 'ninety'], /--port/],
      ] as [string[], RegExp][]
    ).map(([args, words]) => ({ args, words, line: args.join(' ').slice(0, 80) })),
  )('“$line” ends with 1 and names the mistake, as JSON too', async ({ args, words }) => {
    const plain = await asking.run(...args)
    expect(plain.code).toBe(args[0] === 'disconnect' ? 2 : 1)
    expect(plain.stdout).toBe('')
    expect(plain.stderr).toMatch(words)
    expect(linesOf(plain.stderr).length).toBeLessThanOrEqual(2)
    if (args[0] === 'workspace') return
    const json = await asking.run(...args, '--json')
    expect(json.code).toBe(plain.code)
    expect(json.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String), action: expect.any(String) } })
  })
})
