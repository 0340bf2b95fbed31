import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'

let user: PackshotUser
beforeEach(async () => {
  user = await createPackshotUser()
})
afterEach(() => user.remove())

const products = async (...args: string[]) => {
  const { code, stdout, stderr } = await user.run('products', ...args)
  return { code, out: stdout + stderr }
}

it('follows a list, says what has changed with an exit code, and imports or leaves it', async () => {
  const path = join(user.folder, 'list.csv')
  await writeFile(path, 'Code|Title\nS-1|Pen\nS-2|Cup\n')
  expect(await products('follow')).toMatchObject({ code: 0, out: 'No list is followed.\n' })
  expect((await products('check')).code).toBe(1)
  const followed = await products('follow', path, '--column', 'sku=Code', '--separator', 'pipe')
  expect(followed).toMatchObject({ code: 0 })
  expect(followed.out).toContain('2 products added')
  const same = await products('check')
  expect(same).toMatchObject({ code: 0 })
  expect(same.out).toContain('Nothing has changed.')

  await writeFile(path, 'Code|Title\nS-1|Red pen\nS-3|Mug\n')
  const changed = await products('check')
  expect(changed.code).toBe(3)
  expect(changed.out).toContain('1 product added, 1 changed, 1 missing.')
  expect(changed.out).toContain('  Pen (S-1): Name Pen → Red pen')
  expect((await products('follow')).code).toBe(3)
  const left = await products('check', '--leave')
  expect(left.code).toBe(0)
  expect(left.out).toContain('The earlier list stays until this one changes again.')
  expect((await products('check')).code).toBe(0)
  expect((await products()).out).not.toContain('Mug')

  await writeFile(path, 'Code|Title\nS-1|Red pen\nS-2|Cup\nS-3|Mug\n')
  const accepted = await products('check', '--accept')
  expect(accepted).toMatchObject({ code: 0 })
  expect(accepted.out).toContain('1 product added, 1 changed, 1 unchanged.')
  expect((await products()).out).toContain('Mug')

  await writeFile(path, 'Title\nPen\n')
  expect(await products('check')).toMatchObject({ code: 1 })
  expect((await products('follow')).out).toContain('no longer has the column “Code”. The earlier list counts.')
  expect((await products('unfollow')).code).toBe(0)
  expect((await products('follow')).out).toBe('No list is followed.\n')
})

it('takes no address with a password, and none without https', async () => {
  const withPassword = await products('follow', 'https://mira:secret@shop.example/list.csv')
  expect(withPassword.code).toBe(1)
  expect(withPassword.out).toContain('contains a user name or password')
  expect(withPassword.out).not.toContain('secret')
  expect((await products('follow', 'http://shop.example/list.csv')).out).toContain('must begin with https')
})
