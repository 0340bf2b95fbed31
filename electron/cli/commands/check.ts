import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { decodeText } from '../../../shared/base/decode-text.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { CheckedPicture, CheckedProduct, CheckedRule, ProductCheck, ProfileRow } from '../../../shared/checks/requirement-checks.ts'
import { largestProfileFile } from '../../../shared/checks/requirement-profile-file.ts'
import {
  adviceFor,
  describeChecked,
  describeCounts,
  describeEarlierFiles,
  describeImportedProfile,
  describeMeasured,
  describeProductCheck,
  describeRemovedProfile,
  describeRequired,
  describeSource,
  fixWords,
  nameRule,
  noProfileForPlace,
  notCheckedWords,
  picturesWords,
  stillUnmeasuredWords,
  uncheckedProductWords,
} from '../../../shared/checks/requirement-profiles-words.ts'
import { measuredWords, toMeasureWords } from '../../../shared/command/command-words.ts'
import type { CommandContext } from '../command-context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findPictures } from '../find-pictures.ts'
import { printable } from '../output.ts'
import { readAllPages } from '../read-all-pages.ts'
import type { OpenCore } from '../with-core.ts'
import { type CheckedList, checkAttached } from './check-attached.ts'

/** Pictures that one call checks. */
const pageSize = 500

const foldName = (text: string): string => text.trim().toLowerCase()

/** The profiles of these names or ids. Errors: `usage`. */
export const findProfiles = async ({ client }: OpenCore, named: readonly string[]): Promise<ProfileRow[]> => {
  const all = await client.checks.profiles()
  return named.map((name) => {
    const byId = all.find(({ id }) => id === name)
    if (byId) return byId
    const [found, ...others] = all.filter((one) => foldName(one.name) === foldName(name))
    if (found && others.length > 0)
      throw new AppError(
        'usage',
        { kind: 'profile-ambiguous', name, ids: [found, ...others].map(({ id }) => id) },
        { kept: 'nothing-changed' },
      )
    if (found) return found
    throw new AppError('usage', { kind: 'profile-not-named-so', name, names: all.map((one) => one.name) }, { kept: 'nothing-changed' })
  })
}

const readProfileFile = async (path: string): Promise<string> => {
  const name = basename(path)
  try {
    const { size } = await stat(path)
    // A character has at most four bytes.
    if (size > largestProfileFile * 4)
      throw new AppError('usage', { kind: 'profile-file-over-size', limit: largestProfileFile }, { kept: 'nothing-changed' })
    return decodeText(await readFile(path))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('file-unreadable', { kind: 'profile-file-unreadable', name }, { kept: 'nothing-changed', cause: error })
  }
}

const describeRule = ({ rule, result }: CheckedRule): string[] => {
  if (result.state === 'passed') return []
  if (result.state === 'not-checked') return [`    not checked  ${nameRule(rule)}: ${notCheckedWords[result.why]}`]
  const advice = result.fix ? `${fixWords[result.fix]}.` : adviceFor(rule, result.measured)
  const found = `${nameRule(rule)}: ${describeMeasured(result.measured, rule)}, required ${describeRequired(rule)}.`
  return [`    fails        ${found}${advice === null ? '' : ` ${advice}`}`]
}

/** A picture that no product shows may get any place: a person sees which one the profile is about. */
const nameProfile = ({ name, pictures }: CheckedPicture['profiles'][number]): string =>
  pictures === 'every' ? name : `${name} (for ${picturesWords[pictures]})`

const describePicture = ({ name, profiles }: CheckedPicture): string[] => [
  printable(name),
  ...(profiles.length === 0 ? [`  ${noProfileForPlace}`] : []),
  ...profiles.flatMap((one) => [`  ${nameProfile(one)}: ${describeCounts(one)}`, ...one.rules.flatMap(describeRule)].map(printable)),
]

const describeFound = (profiles: readonly ProductCheck[]): string[] =>
  profiles.flatMap((one) => [
    printable(`  ${one.name}: ${describeProductCheck(one).text}`),
    ...one.rules.flatMap(describeRule).map(printable),
    ...one.failing.map((picture) => printable(`    ${picture.name}: ${describeCounts({ failed: picture.failed, notChecked: 0 })}`)),
    ...describeEarlierFiles(one).map((line) => `    ${line}`),
  ])

const describeProduct = ({ name, pictures, profiles }: CheckedProduct): string[] => [
  printable(`${name}, ${countOf(pictures, 'picture')}`),
  ...describeFound(profiles),
]

const describeList = ({ name, attribute, pictures, profiles }: CheckedList): string[] => [
  printable(`${name}, ${attribute}, ${countOf(pictures, 'picture')}`),
  ...(profiles === null ? [`  ${uncheckedProductWords.known}`] : describeFound(profiles)),
]

/** What was not checked has not passed: a person has to look. */
const codeOf = (failed: number, notChecked: number): ExitCode =>
  failed > 0 ? exitCodes.failed : notChecked > 0 ? exitCodes.personNeeded : exitCodes.done

type CheckOptions = { readonly profile?: string[]; readonly products: boolean; readonly attached: boolean; readonly measure: boolean }

const countFound = (all: readonly ProductCheck[]): { readonly failed: number; readonly notChecked: number } => ({
  failed: all.reduce((sum, one) => sum + one.failed + one.fails, 0),
  notChecked: all.reduce((sum, one) => sum + one.notChecked + one.unsure, 0),
})

const checkProducts = async ({ client }: OpenCore, profiles: string[] | null) => {
  const found = await readAllPages((offset) => client.checks.products({ offset, limit: 100, profiles }))
  return { found, ...countFound(found.flatMap((one) => one.profiles)) }
}

const checkPictures = async (open: OpenCore, named: readonly string[], profiles: string[] | null) => {
  const { client } = open
  const ids = named.length === 0 ? (await client.pictures.list()).map(({ id }) => id) : await findPictures(open, named)
  const found: CheckedPicture[] = []
  for (let from = 0; from === 0 || from < ids.length; from += pageSize)
    found.push(...(await client.checks.pictures({ imageIds: ids.slice(from, from + pageSize), profiles })))
  const all = found.flatMap((one) => one.profiles)
  return {
    found,
    failed: all.reduce((sum, one) => sum + one.failed, 0),
    notChecked: all.reduce((sum, one) => sum + one.notChecked, 0),
  }
}

/** Calls in which nothing was measured: one picture may take two minutes, and no more than that. */
const mostIdleCalls = 13

/** Measures pictures that are not measured yet, until none is left or nothing moves any more. */
const measureAll = async ({ client }: OpenCore, print: boolean, note: (text: string) => void): Promise<void> => {
  const measure = () => client.checks.measure({ print, waitMs: 10_000 })
  let before = await measure()
  for (let idle = 0; before.left > 0 && idle < mostIdleCalls; ) {
    note(`${countOf(before.left, 'measurement')} left.`)
    const after = await measure()
    idle = after.left < before.left || after.unchecked < before.unchecked ? 0 : idle + 1
    before = after
  }
}

const isUnmeasured = ({ profiles }: CheckedPicture): boolean =>
  profiles.some(({ rules }) =>
    rules.some(({ result }) => result.state === 'not-checked' && (result.why === 'not-measured' || result.why === 'text-not-read')),
  )

const addCheckCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('check')
    .description(
      'check pictures of the library by requirement profiles, as they would be sent; ends with 1 if a rule fails, with 3 if one is not checked',
    )
    .argument('[picture...]', 'IDs or file names; without any: all')
    .option('--profile <name...>', 'by these profiles (default: those in use)')
    .option('--products', 'the pictures of each product instead: how many there are, and the first one', false)
    .option('--attached', 'the pictures that each product has in the workspace, as far as Packshot knows, instead', false)
    .option('--measure', 'first measure the pictures that are not measured yet: background, sharpness, text', false)
    .action((named: string[], options: CheckOptions) =>
      withCore({ access: options.measure ? 'write' : 'read' }, async (open) => {
        const chosen = options.profile ? await findProfiles(open, options.profile) : null
        const profiles = chosen?.map(({ id }) => id) ?? null
        if (options.measure) {
          const used = chosen ?? (await open.client.checks.profiles()).filter(({ isUsed }) => isUsed)
          const needsText = used.some(({ rules }) => rules.some(({ kind }) => kind === 'text'))
          await measureAll(open, needsText, output().note)
        }
        if (options.measure && chosen === null && !(await open.client.checks.profiles()).some(({ isUsed }) => isUsed)) {
          output().result([], () => [measuredWords])
          return exitCodes.done
        }
        if (options.attached) {
          const lists = await checkAttached(open.client, profiles)
          const { failed, notChecked } = countFound(lists.flatMap((one) => one.profiles ?? []))
          output().result(lists, () => (lists.length === 0 ? ['No product has a list yet.'] : lists.flatMap(describeList)))
          return codeOf(failed, notChecked + lists.filter((one) => one.profiles === null).length)
        }
        if (options.products) {
          const { found, failed, notChecked } = await checkProducts(open, profiles)
          output().result(found, () => (found.length === 0 ? ['No product has pictures yet.'] : found.flatMap(describeProduct)))
          return codeOf(failed, notChecked)
        }
        const { found, failed, notChecked } = await checkPictures(open, named, profiles)
        output().result(found, () => [
          ...found.flatMap(describePicture),
          describeChecked(found.length, { failed, notChecked }),
          ...(found.some(isUnmeasured) ? [options.measure ? stillUnmeasuredWords : toMeasureWords(options.profile)] : []),
        ])
        return codeOf(failed, notChecked)
      }),
    )
}

const origins: Readonly<Record<ProfileRow['origin'], string>> = { 'built-in': '', updated: ', updated by a file', imported: ', imported' }

const describeProfile = ({ id, name, revision, isUsed, origin, pictures, rules }: ProfileRow, isLong: boolean): string[] => [
  printable(`${isUsed ? '*' : ' '} ${name}  (${id}, revision ${revision}${origins[origin]}; about ${picturesWords[pictures]})`),
  ...(isLong
    ? rules.flatMap((rule) => [
        printable(`    ${nameRule(rule)}: ${describeRequired(rule)}`),
        ...(rule.source ? [printable(`      ${describeSource(rule.source)}`)] : []),
      ])
    : []),
]

const addProfilesCommands = (program: Command, { withCore, output, ports }: CommandContext): void => {
  const profiles = program.command('profiles').description('requirement profiles: what shops require of pictures')
  profiles
    .command('list', { isDefault: true })
    .description('the profiles; * marks those in use')
    .option('--rules', 'with their rules and sources', false)
    .action(({ rules }: { readonly rules: boolean }) =>
      withCore({ access: 'read' }, async ({ client }) => {
        const all = await client.checks.profiles()
        output().result(all, () => all.flatMap((one) => describeProfile(one, rules)))
        return exitCodes.done
      }),
    )
  profiles
    .command('use')
    .description('use these profiles, and no others, for the connected workspace, or without one for this library')
    .argument('[name...]', 'names or IDs')
    .option('--none', 'use none', false)
    .action((named: string[], { none }: { readonly none: boolean }) =>
      withCore({ access: 'write' }, async (open) => {
        if (none === named.length > 0) throw new AppError('usage', { kind: 'profiles-or-none' }, { kept: 'nothing-changed' })
        const ids = (await findProfiles(open, named)).map(({ id }) => id)
        await open.client.checks.use({ ids })
        const used = (await open.client.checks.profiles()).filter(({ isUsed }) => isUsed)
        output().result(used, () =>
          used.length === 0 ? ['No profile is in use now.'] : [printable(`In use: ${used.map(({ name }) => name).join(', ')}`)],
        )
        return exitCodes.done
      }),
    )
  profiles
    .command('import')
    .description('import a profile; one with the same ID and a lower revision is updated')
    .argument('<file>', 'a .packshot-profile file')
    .action((file: string) =>
      withCore({ access: 'write' }, async ({ client }) => {
        const imported = await client.checks.import({ text: await readProfileFile(file) })
        output().result(imported, () => [printable(describeImportedProfile(imported))])
        return imported.outcome === 'older' || imported.outcome === 'built-in' ? exitCodes.personNeeded : exitCodes.done
      }),
    )
  profiles
    .command('export')
    .description('print a profile as the text of a file: packshot profiles export “Our shop” > our-shop.packshot-profile')
    .argument('<name>', 'a name or ID')
    .action((name: string) =>
      withCore({ access: 'read' }, async (open) => {
        const [found] = await findProfiles(open, [name])
        if (found) ports.stdout((await open.client.checks.export({ id: found.id })).text)
        return exitCodes.done
      }),
    )
  profiles
    .command('remove')
    .description('remove an imported profile; of an updated one, the rules that come with Packshot count again')
    .argument('<name>', 'a name or ID')
    .action((name: string) =>
      withCore({ access: 'write' }, async (open) => {
        const [found] = await findProfiles(open, [name])
        const id = found?.id ?? ''
        const removed = await open.client.checks.remove({ id })
        const builtIn = (await open.client.checks.profiles()).find((one) => one.id === id) ?? null
        output().result({ ...removed, builtInRevision: builtIn?.revision ?? null }, () => [
          printable(describeRemovedProfile(removed.name, builtIn)),
        ])
        return exitCodes.done
      }),
    )
}

/** Requirement profiles, and checking pictures by them. */
export const addCheckCommands = (program: Command, context: CommandContext): void => {
  addCheckCommand(program, context)
  addProfilesCommands(program, context)
}
