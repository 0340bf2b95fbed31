import type { FieldRule, SimpleRule } from './field-rule.ts'
import { unusableAddressWords } from './network-words.ts'
import { formatCount } from './number-words.ts'

const simpleRules: Readonly<Record<SimpleRule, string>> = {
  missing: 'is missing',
  invalid: 'is not valid',
  'file-version': 'must be 1: it was made for another version of Packshot, or is not a connection file',
  redirect: 'is not an address that a sign-in can return to',
  'redirect-scheme': 'has a scheme that a sign-in can’t return to',
  'no-user': 'must not contain a user name or a password',
  origin: 'must be an address like https://login.example.com, without a path',
  'https-first': 'must begin with https://',
  'https-only': 'must use https; http is for this computer only',
  'https-or-local': 'must use https or be on this computer',
  'https-or-this-computer': 'must use https, or http on this computer',
  'web-address': 'must be a web address',
  'http-address': 'must be an http or https address',
  path: 'must begin with “/” and have no “?”, “#” or “..”',
  'reading-path': 'must begin with “/” and have plain characters only, without “#”',
  'percent-encoded': 'must have plain characters only: write others percent-encoded',
  'no-dots': 'must have no “..”',
  'no-spaces': 'must have no spaces, and plain characters only',
  'no-query': 'must have no “?” and no “#”',
  'stray-brace': 'has a brace that is not part of a name',
  'dotted-names': 'must be names separated by dots',
  'attribute-apart': 'must have “{attribute}” as a separate name',
  'attribute-somewhere': 'must contain “{attribute}”, or the path must',
  color: 'must be a color such as #ffffff',
  'page-size': 'must be a whole number from 1 to 1,000',
  rate: 'must be a number of requests a minute above 0',
  'typed-rate': 'must be a number, “none”, or empty',
  'no-repeats': 'names one address twice',
  'single-words': 'must be single words',
  'json-object': 'must be a JSON object',
  'endpoint-plain': 'must be an address without user name, “?” and “#”',
  'endpoint-without-bucket': 'must not contain the bucket’s name: it has a field of its own',
  'bucket-name': 'must be the name of a bucket',
  'bucket-in-path': 'cannot be part of a host’s name, so it must go into the path',
  region: 'must be a region’s name, e.g. eu-central-1 or auto',
  prefix: 'must not begin with “/” nor contain “..”',
  'key-characters': 'has characters that a key can’t have',
  once: 'is there more than once',
  'true-or-false': 'must be true or false',
}

/** The end of a sentence that begins with the field's name. */
export const fieldRuleWords = (rule: FieldRule): string => {
  switch (rule.kind) {
    case 'most-characters':
      return `must have at most ${formatCount(rule.most)} characters`
    case 'most-plain-characters':
      return `must have at most ${formatCount(rule.most)} plain characters`
    case 'some-plain-characters':
      return `must be 1 to ${formatCount(rule.most)} plain characters`
    case 'seconds':
      return `must be ${rule.least} to ${rule.most} seconds`
    case 'whole-number':
      return `must be a whole number from ${formatCount(rule.least)} to ${formatCount(rule.most)}`
    case 'contains':
      return `must contain “${rule.text}”`
    case 'redirect-of-another':
      return `belongs to another workspace (${rule.text})`
    case 'after-host':
      return `must have “${rule.text}” after the host name`
    case 'name-unknown':
      return `can’t have “${rule.name}”: only ${rule.known.join(', ')}`
    case 'placeholder-unknown':
      return `has “{{${rule.name}}}”, which is not one of ${rule.known.map((one) => `{{${one}}}`).join(', ')}`
    case 'placeholder-missing':
      return `has no ${rule.sets.map((set) => set.map((name) => `“{{${name}}}”`).join(' and ')).join(', nor ')}`
    case 'workspace-address':
      return `is not right. ${unusableAddressWords(rule.address, rule.broken)}`
    default:
      return simpleRules[rule.kind]
  }
}
