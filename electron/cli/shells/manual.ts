import { type ListedCommand, listCommands } from './list-commands.ts'

/** For roff: a hyphen that one can copy, and no line that begins a request. */
const text = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .split('\n')
    .map((line) => (/^[.']/.test(line) ? `\\&${line}` : line))
    .join('\n')

const optionsOf = ({ options }: ListedCommand): readonly string[] =>
  options.flatMap((one) => [
    '.TP',
    `\\fB${text(one.flags)}\\fR`,
    text(one.choices.length > 0 ? `${one.text} (${one.choices.join(', ')})` : one.text),
  ])

/** What each exit code says, for scripts (exit-codes.ts; README.md of electron/cli). */
const endings: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'Everything is done.'],
  [1, 'The command line is wrong, or the command failed.'],
  [2, 'Signed out, and work is waiting: packshot connect.'],
  [3, 'A person is needed: packshot jobs --state parked says why.'],
  [4, 'Work is left, and nothing needs attention: the next packshot run continues.'],
  [137, 'The system’s keychain did not answer. The work is saved; unlock the keychain before the next command.'],
]

/** The manual page packshot(1) as roff, for `man`. */
export const writeManual = (top: ListedCommand, version: string): string =>
  [
    `.TH PACKSHOT 1 "" "Packshot ${version}" "Packshot"`,
    '.SH NAME',
    'packshot \\- ask questions about product pictures and attach them to products',
    '.SH SYNOPSIS',
    `.B ${text(top.usage)}`,
    '.SH DESCRIPTION',
    text(top.text),
    'It needs no display, no keychain and no open window. One Packshot writes to a data folder at a time: while the window is open, commands that write say so, and change nothing.',
    '.SH OPTIONS',
    ...optionsOf(top),
    '.SH COMMANDS',
    ...listCommands(top)
      .filter(({ words, below }) => words.length > 0 && below.length === 0)
      .flatMap((one) => [`.SS ${text(one.usage)}`, text(one.text), ...optionsOf(one)]),
    '.SH EXIT STATUS',
    ...endings.flatMap(([code, meaning]) => ['.TP', `\\fB${code}\\fR`, text(meaning)]),
    '.SH ENVIRONMENT',
    '.TP',
    '\\fBPACKSHOT_DATA_DIR\\fR',
    text('The data folder, where --data-dir names none.'),
    '.TP',
    '\\fBHTTPS_PROXY\\fR, \\fBHTTP_PROXY\\fR, \\fBNO_PROXY\\fR',
    text('The proxy server, as other programs use it.'),
    '.SH FILES',
    '.TP',
    '\\fI~/.local/share/packshot\\fR',
    text('The data folder on Linux.'),
    '',
  ].join('\n')
