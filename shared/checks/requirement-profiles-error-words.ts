import type { ErrorWords } from '../base/error-words.ts'
import { formatCount } from '../base/number-words.ts'
import type { RequirementProfilesFailure } from './requirement-profiles-failures.ts'

const otherFile = 'Choose a file whose name ends with .packshot-profile.'
const checkOrOther = 'Check the file, or choose another one whose name ends with .packshot-profile.'
const correct = 'Correct it where it was made, and import it again.'

const unusable: Readonly<Record<'json' | 'other' | 'empty', string>> = {
  json: 'This file does not contain a requirement profile.',
  other: 'This file contains something else than a requirement profile.',
  empty: 'This requirement profile has no rule.',
}

const fields: Readonly<Record<'id' | 'revision' | 'name' | 'pictures', string>> = {
  id: 'The profile’s “id” must have 1 to 80 lowercase letters, digits and hyphens.',
  revision: 'The profile’s “revision” must be a whole number from 1.',
  name: 'The profile’s “name” must have 1 to 100 characters.',
  pictures: 'The profile’s “pictures” must be “every”, “first” or “others”.',
}

const ofRule = (number: number, said: string): string => `Rule ${number}${said === '' ? '' : `, “${said}”,`}`

export const requirementProfilesErrors: ErrorWords<RequirementProfilesFailure> = {
  'profile-file-unusable': ({ is }) => ({ message: unusable[is], action: is === 'empty' ? correct : checkOrOther }),
  'profile-file-over-size': ({ limit }) => ({
    message: `A file with a requirement profile may have ${formatCount(limit / 1_000_000)} MB; this one is larger.`,
    action: otherFile,
  }),
  'profile-file-version': ({ version }) => ({
    message: `This file has version ${version}, which a newer Packshot wrote.`,
    action: 'Update Packshot, then import it again.',
  }),
  'profile-field-wrong': ({ field }) => ({ message: fields[field], action: correct }),
  'profile-too-many-rules': ({ count, limit }) => ({
    message: `A profile may have ${formatCount(limit)} rules; this one has ${formatCount(count)}.`,
    action: 'Split it into several profiles.',
  }),
  'profile-rule-wrong': ({ number, said, field }) => ({
    message: `${ofRule(number, said)} can’t be used: its “${field}” is wrong or missing.`,
    action: correct,
  }),
  'profile-rule-limits': ({ number, said, is }) => ({
    message: `${ofRule(number, said)} can’t be used: ${is === 'missing' ? 'it has neither “least” nor “most”' : 'its “least” is above its “most”'}.`,
    action: correct,
  }),
  'profile-file-unreadable': ({ name }) => ({
    message: `“${name}” could not be read.`,
    action: 'Check that it is there and can be opened.',
  }),
  'profile-unknown': () => ({ message: 'This requirement profile no longer exists.', action: 'Choose another one.' }),
  'profile-not-named-so': ({ name, names }) => ({
    message: `There is no requirement profile called “${name}”.`,
    action: names.length === 0 ? 'Import one: “packshot profiles import FILE”.' : `Choose one of these: ${names.slice(0, 8).join(', ')}.`,
  }),
  'profile-ambiguous': ({ name, ids }) => ({
    message: `Several requirement profiles are called “${name}”.`,
    action: `Give the ID instead: ${ids.slice(0, 8).join(', ')}.`,
  }),
  'profiles-too-many': ({ limit }) => ({
    message: `Packshot keeps ${formatCount(limit)} requirement profiles.`,
    action: 'Remove one first.',
  }),
  'profile-twice': ({ name }) => ({
    message: `The file has the requirement profile “${name}” twice.`,
    action: 'Remove one of them.',
  }),
  'profile-built-in': ({ name }) => ({
    message: `“${name}” comes with Packshot and can’t be removed.`,
    action: 'Take it out of use instead.',
  }),
  'profiles-or-none': () => ({ message: 'It was not said which profiles to use.', action: 'Add their names, or --none.' }),
  'no-profile-used': () => ({
    message: 'No requirement profile is in use, so there is nothing to check.',
    action: 'Use one: “packshot profiles use NAME”, or name it with --profile.',
  }),
}
