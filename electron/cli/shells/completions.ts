import { type ListedCommand, listCommands } from './list-commands.ts'

/** A place in the command line: the words of commands so far, each after a blank. */
const placeOf = ({ words }: ListedCommand): string => words.map((word) => ` ${word}`).join('')

/** The first sentence, or what comes before a remark. */
const shortText = (text: string): string => text.split(/[.;:(\n]/)[0]?.trim() ?? ''

/** Between single quotes of a POSIX shell or zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const quotedInFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const quotedInPowerShell = (text: string): string => `'${text.replaceAll("'", "''")}'`

const withoutTop = (top: ListedCommand): readonly ListedCommand[] => listCommands(top).filter(({ words }) => words.length > 0)

/** Options that take certain values only: what stands before such a value, and the values. */
const choicesOf = (top: ListedCommand): readonly (readonly [place: string, choices: readonly string[]])[] =>
  listCommands(top).flatMap((one) =>
    one.options.flatMap(({ name, choices }) => (choices.length === 0 ? [] : [[`${placeOf(one)} ${name}`, choices] as const])),
  )

/** A pattern of `case` that stands for each command. */
const anyPlace = (top: ListedCommand): string =>
  withoutTop(top)
    .map((one) => quoted(placeOf(one)))
    .join('|')

const bash = (top: ListedCommand): string => `# Completions of packshot for bash, made by “packshot completions bash”.
_packshot() {
  local word at='' i words='' current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$at $word" in
      ${anyPlace(top)}) at="$at $word" ;;
    esac
  done
  case "$at $before" in
${choicesOf(top)
  .map(([place, choices]) => `    ${quoted(place)}) COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current")); return ;;`)
  .join('\n')}
  esac
  case "$at" in
${listCommands(top)
  .map((one) => {
    const options = one.options.map(({ name }) => name).join(' ')
    const below = one.below.map(({ words }) => words.at(-1)).join(' ')
    return `    ${quoted(placeOf(one))}) [[ $current == -* ]] && words=${quoted(options)} || words=${quoted(below)} ;;`
  })
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _packshot packshot
`

/** zsh’s _describe takes what is before a colon as the word. */
const described = (name: string, text: string): string => quoted(`${name.replaceAll(':', '\\:')}:${shortText(text)}`)

const zsh = (top: ListedCommand): string => `#compdef packshot
# Completions of packshot for zsh, made by “packshot completions zsh”.
_packshot() {
  local at='' i
  local -a names options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      ${anyPlace(top)}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choicesOf(top)
  .map(([place, choices]) => `    ${quoted(place)}) compadd -- ${choices.map(quoted).join(' ')}; return ;;`)
  .join('\n')}
  esac
  case "$at" in
${listCommands(top)
  .map(
    (one) => `    ${quoted(placeOf(one))})
      options=(${one.options.map(({ name, text }) => described(name, text)).join(' ')})
      names=(${one.below.map(({ words, text }) => described(words.at(-1) ?? '', text)).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#names )); then
    _describe command names
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_packshot" ]; then
  _packshot "$@"
else
  compdef _packshot packshot
fi
`

const fish = (top: ListedCommand): string => `# Completions of packshot for fish, made by “packshot completions fish”.
function __packshot_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${withoutTop(top)
        .map((one) => quotedInFish(placeOf(one)))
        .join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${listCommands(top)
  .flatMap((one) => {
    const condition = `complete -c packshot -n ${quotedInFish(`__packshot_at ${quotedInFish(placeOf(one))}`)}`
    const commands = one.below.map(
      ({ words, text }) => `${condition} -f -a ${quotedInFish(words.at(-1) ?? '')} -d ${quotedInFish(shortText(text))}`,
    )
    const options = one.options.map(({ name, text, takesValue, choices }) => {
      const letter = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`
      const values = choices.length > 0 ? ` -x -a ${quotedInFish(choices.join(' '))}` : takesValue ? ' -r' : ''
      return `${condition} ${letter}${values} -d ${quotedInFish(shortText(text))}`
    })
    return [...commands, ...options]
  })
  .join('\n')}
`

const powershell = (top: ListedCommand): string => `# Completions of packshot for PowerShell, made by “packshot completions powershell”.
Register-ArgumentCompleter -Native -CommandName packshot -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $known = @{
${listCommands(top)
  .map((one) => {
    const names = [...one.below.map(({ words }) => words.at(-1) ?? ''), ...one.options.map(({ name }) => name)]
    return `    ${quotedInPowerShell(placeOf(one))} = @(${names.map(quotedInPowerShell).join(', ')})`
  })
  .join('\n')}
  }
  $at = ''
  foreach ($word in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($word.Extent.EndOffset -ge $cursorPosition) { break }
    if ($known.ContainsKey("$at $word")) { $at = "$at $word" }
  }
  $known[$at] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`

const writers = { bash, zsh, fish, powershell } as const

export const shells = Object.keys(writers) as readonly (keyof typeof writers)[]

/** A script that completes commands, options and their values, and else names of files. */
export const writeCompletions = (shell: keyof typeof writers, top: ListedCommand): string => writers[shell](top)
