import { describe, expect, test } from 'vitest'
import { foldName } from '../../../../electron/core/base/database/fold-name.ts'
import { findEnvironmentProxy } from '../../../../electron/core/base/network/environment-proxy.ts'
import { normaliseBaseUrl } from '../../../../electron/core/base/network/normalise-base-url.ts'
import { readProxyList } from '../../../../electron/core/base/network/proxied-dispatcher.ts'
import { redactSecrets } from '../../../../electron/core/base/network/redact-secrets.ts'
import { identifyFile } from '../../../../electron/core/formats/kinds/identify-file.ts'
import { findRealKind } from '../../../../electron/core/formats/kinds/real-kind.ts'
import { mapBucketAnswer } from '../../../../electron/core/pictures/publishing/bucket-errors.ts'
import { mapStatus, mapUnreadable } from '../../../../electron/core/service/calls/classify-failure.ts'
import { frameFile } from '../../../../electron/core/service/calls/frame-source.ts'
import { quoteWords } from '../../../../electron/core/service/calls/quote-words.ts'
import { parseJson, readAnalysis, readId, readLists } from '../../../../electron/core/service/calls/read-answer.ts'
import {
  readCommandTexts,
  readKnowledge,
  readPages,
  readTemplates,
  readVoices,
} from '../../../../electron/core/service/calls/read-content.ts'
import { readErrorWords, saysItFailed } from '../../../../electron/core/service/calls/read-error-words.ts'
import { readHtmlWords } from '../../../../electron/core/service/calls/read-html-words.ts'
import { parseRetryAfter } from '../../../../electron/core/service/pace/parse-retry-after.ts'
import { checkCallback, isRedirectTo } from '../../../../electron/core/service/session/check-callback.ts'
import { documentedServer } from '../../../../electron/core/service/session/discover-server.ts'
import { explainOauthFailure } from '../../../../electron/core/service/session/explain-oauth-failure.ts'
import { parseStored } from '../../../../electron/core/service/session/stored-tokens.ts'
import { toSafeName } from '../../../../electron/core/window/name-of-dropped-file.ts'
import { redact } from '../../../../electron/core/window/open-log.ts'
import { parseConnectionFile } from '../../../../electron/core/workspaces/connections/parse-connection-file.ts'
import { parseConnectionLink } from '../../../../electron/core/workspaces/connections/parse-connection-link.ts'
import { isEnglish, wantsOtherLanguage } from '../../../../electron/sample-workspace/analysis/language.ts'
import { readQuestion } from '../../../../electron/sample-workspace/analysis/question.ts'
import { readCompletion } from '../../../../electron/sample-workspace/analysis/vision/read-completion.ts'
import { createMultipartReader, multipartBoundary } from '../../../../electron/sample-workspace/api/multipart.ts'
import { readVoice, speak } from '../../../../electron/sample-workspace/content/brand-voice.ts'
import { writeTexts } from '../../../../electron/sample-workspace/content/write-text.ts'
import { readSuggestedQuestions } from '../../../../shared/answers/suggested-questions.ts'
import { missingScope } from '../../../../shared/service/scopes.ts'
import { fillTemplate, templateProblem } from '../../../../shared/workspaces/body-templates.ts'
import { growthFactor, linearLimit, measureGrowth, timeRun } from '../../../support/measure-growth.ts'

const secrets = ['Bearer --ab/cd+ef=gh', '--ab/cd+ef=gh', '\\\\\\\\key']
/** Maximum length in characters for the loopback receiver, the custom scheme and environment variables. */
const longestUrl = 16_384
const now = Date.UTC(2026, 0, 1)
const answerOf = (status: number, text: string) => ({
  status,
  text,
  retryAfter: text.slice(0, 16_384),
  date: text.slice(0, 16_384),
  location: `https://a.example/${text.slice(0, 16_384)}`,
  challenge: text.slice(0, 16_384),
})
const context = { now, secrets, names: 'address', subject: 'source', isRenewed: true } as const
const bucket = { bucket: 'pictures', endpoint: 'https://s3.example', region: 'auto' }

/** Every function that reads text from a service, a file, a link or a page. An AppError counts as a result, too. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'redact secrets': (text) => redactSecrets(text, secrets),
  'redact the log': redact,
  'quote words': (text) => quoteWords(text, 300, secrets),
  'quote all words': (text) => quoteWords(text, text.length, secrets),
  'words of a page': readHtmlWords,
  'words of an error': (text) => readErrorWords(text, secrets),
  'words of an error’s message': (text) => readErrorWords(JSON.stringify({ message: text, errors: [text] }), secrets),
  'map a 400': (text) => mapStatus(answerOf(400, text), context),
  'map a 503': (text) => mapStatus(answerOf(503, text), context),
  'map an unreadable answer': (text) => mapUnreadable(answerOf(200, text), { secrets, lacks: 'id', keptAs: undefined }),
  'map a redirect': (text) => mapUnreadable(answerOf(302, text), { secrets, lacks: 'id', keptAs: undefined }),
  'says it failed': (text) => saysItFailed(parseJson(text)),
  'read an id': (text) => readId(parseJson(text) ?? { data: { id: text } }),
  'read an analysis': (text) => readAnalysis(parseJson(text) ?? { analysis: text }),
  'read lists': (text) => readLists(parseJson(text) ?? { data: { attributes: { images: [...text] } } }),
  'read brand voices': (text) => readVoices(parseJson(text) ?? { data: [{ id: text, name: text, value: text }] }),
  'read templates': (text) => readTemplates(parseJson(text) ?? { data: [{ id: text, name: text }] }),
  'read knowledge': (text) => readKnowledge(parseJson(text) ?? { data: [{ id: text, name: text }] }),
  'read pages': (text) => readPages(parseJson(text) ?? { pagination: { totalRecords: text, pageSize: text, next: text } }),
  'read written texts': (text) => readCommandTexts(parseJson(text) ?? { data: [{ id: text, text }] }),
  'Retry-After': (text) => parseRetryAfter(text, now, text),
  'a list of proxies': readProxyList,
  NO_PROXY: (text) => findEnvironmentProxy({ HTTPS_PROXY: 'proxy:1', NO_PROXY: text.slice(0, longestUrl) }, 'https://a.example'),
  'frame a file': (name) => frameFile({ name, bytes: 1, mimeType: name }),
  'an OAuth failure': (text) =>
    explainOauthFailure({ status: 400, text: JSON.stringify({ error: text, error_description: text }), headers: new Headers() }, 'refresh'),
  'an OAuth failure in plain text': (text) => explainOauthFailure({ status: 401, text, headers: new Headers() }, 'sign-in'),
  'an OAuth callback': (text) =>
    checkCallback(new URLSearchParams({ state: 's', error: 'x', error_description: text, iss: 'https://a.example' }), {
      server: documentedServer('https://a.example'),
      clientId: 'c',
      state: 's',
    }),
  'an OAuth callback’s query': (text) =>
    checkCallback(new URLSearchParams(text.slice(0, longestUrl)), {
      server: documentedServer('https://a.example'),
      clientId: 'c',
      state: 's',
    }),
  'a redirect’s address': (text) => isRedirectTo(`http://127.0.0.1:1/callback?${text}`, 'http://127.0.0.1:1/callback'),
  'stored tokens': parseStored,
  'a bucket’s error': (text) => mapBucketAnswer(answerOf(403, text), { bucket, act: 'put', now, secrets }),
  'a bucket’s message': (text) =>
    mapBucketAnswer(answerOf(403, `<Code>${text}</Code><Message>${text}</Message>`), { bucket, act: 'put', now, secrets }),
  'a connection file': parseConnectionFile,
  'a connection file’s name': (text) => parseConnectionFile(JSON.stringify({ packshot: 1, name: text, baseUrl: text, clientId: text })),
  'a connection link': (text) => parseConnectionLink(`packshot://connect?${text.slice(0, 16_000)}`),
  'a workspace’s address': (text) => normaliseBaseUrl(`https://a.example/${text}`),
  'a template': (text) => templateProblem('updateProduct', JSON.stringify({ a: text })),
  'fill a template': (text) => fillTemplate('createProduct', JSON.stringify({ a: text }), { name: text, attributes: {} }),
  'a picture’s header': (text) => identifyFile(Buffer.from(text), text.length),
  'a file’s kind': (text) => findRealKind(Buffer.from(text)),
  'a file’s name': foldName,
  'a safe name': toSafeName,
  'suggested questions': (text) => readSuggestedQuestions(text, 'Alt text?'),
  'granted scopes': (text) => missingScope(text, 'user'),
  'sample: a question': readQuestion,
  'sample: its language': (text) => [isEnglish(text), wantsOtherLanguage(text)],
  'sample: a completion': (text) => readCompletion(JSON.stringify({ choices: [{ message: { content: text } }] })),
  'sample: a brand voice': readVoice,
  'sample: a text in a brand voice': (text) => speak(text, readVoice('formal, short, plain, no exclamation')),
  'sample: a command': (context) =>
    writeTexts({ command: 'Rewrite as a list', context, voice: 'friendly', knowledge: [context], outputCount: 2 }),
  'sample: a multipart type': (text) => multipartBoundary(`multipart/form-data; ${text}`),
  'sample: a multipart body': (text) => {
    const reader = createMultipartReader('b')
    return reader.push(
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="value"; filename="${text.slice(0, 8_000)}"\r\n\r\n${text}`),
    )
  },
}

/** Each is repeated up to the length: beginnings that the readers look for, never followed by their end. */
const pieces: readonly string[] = [
  ...['a', ' ', '\\', '"', '/', '.', '<', '{{', '[', '%', '=', '!', '-', '\n', '“', ',', ';', '\0', '𝄞'],
  ...[
    'eyJ-',
    'eyJaaaaaaaaaa.',
    'bearer ',
    'password ',
    '"token":',
    '\\"password\\"',
    '--ab',
    '%2d%2D',
    '\\u002d',
    'data:;base64',
    '?x-amz-',
  ],
  ...[
    '<title',
    '<title>',
    '<script>',
    '<style></scrip',
    '<a ',
    '&amp',
    '{{ ',
    '"a?',
    'a. ',
    'a.a',
    ' and ',
    'a, but ',
    'do not ',
    '/v1',
    '\r\n--b',
  ],
  ...[
    '<think>',
    'colour ',
    'alt text ',
    'translate',
    'German ',
    '&state=s',
    '{"data":',
    '[[',
    '{"id":1},',
    'a=1&',
    '1',
    'PROXY ',
    '\ufeff',
  ],
]
/** Characters of the longer text: few enough that no reader allocates more at once than V8 has in its ordinary heap, which takes longer. */
const length = 8_192
const fill = (piece: string, characters: number): string => piece.repeat(Math.ceil(characters / piece.length))
/** Milliseconds. A quadratic reader could not handle the long text this fast, not even with two billion steps a second. */
const quickMs = 2

const attempt = (read: (text: string) => unknown, text: string): void => {
  try {
    read(text)
  } catch {
    // A rejection is a result, too.
  }
}

/** The pieces whose repetition takes `read` more than time proportional to the length, with the growth of that time. */
const findSlow = (
  read: (text: string) => unknown,
  among: readonly string[] = pieces,
): readonly { readonly piece: string; readonly growth: number }[] =>
  among.flatMap((piece) => {
    const long = fill(piece, length)
    // The first run may compile the reader.
    if ([1, 2].some(() => timeRun(() => attempt(read, long)) < quickMs)) return []
    const growth = measureGrowth(
      (characters) => {
        const text = fill(piece, characters)
        return () => attempt(read, text)
      },
      length / growthFactor,
      linearLimit,
    )
    return growth < linearLimit ? [] : [{ piece, growth }]
  })

describe('parsing foreign text takes time proportional to its length', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => {
    expect(findSlow(read)).toEqual([])
  })

  test.each<readonly [what: string, piece: string, read: (text: string) => unknown]>([
    ['a pattern that looks for its end from each beginning', 'eyJ-', (text) => text.replace(/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g, '…')],
  ])('the measurement notices %s', (_what, piece, read) => {
    expect(findSlow(read, [piece])).toEqual([{ piece, growth: expect.any(Number) }])
  })
})
