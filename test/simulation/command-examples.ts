import type { CommandName } from './command-swarm.ts'
import type { Step } from './steps.ts'

const one = (does: CommandName, a: number, b: number, pause: number, who = 0): Step => ({ deed: 'do a command', does, who, a, b, pause })
const two = (does: CommandName, turns: number, meanwhile: CommandName, a: number, b: number, pause: number, who = 0): Step => ({
  ...{ deed: 'do a command during another', does, meanwhile, turns, who, a, b, pause },
})

/** Steps that broke a promise once: which fault it was, and the seed that they are done with. */
export const examples: readonly { readonly found: string; readonly seed: number; readonly steps: readonly Step[] }[] = [
  {
    found: 'a removed picture whose file comes back under another name kept its earlier one',
    seed: 488,
    steps: [
      one('renames a watched file', 11, 7, 3),
      two('settles a creation', 1, 'renames a watched file', 1, 2, 3),
      two('renames a watched file', 1, 'types and approves', 10, 2, 0),
      one('removes', 11, 10, 0),
      { deed: 'lose power', who: 0, a: 8, b: 7, pause: 1 },
      two('types and approves', 1, 'renames a watched file', 2, 3, 3),
      { deed: 'stop and start', who: 0, a: 0, b: 9, pause: 0 },
    ],
  },
  {
    found: 'a new version was not uploaded where an earlier one had been before it became one',
    seed: 1478,
    steps: [
      two('switches', 26, 'removes', 9, 5, 1),
      two('edits a file', 29, 'puts fixes back', 7, 11, 1),
      two('switches', 8, 'uses versions', 8, 6, 1),
      two('changes the quality', 14, 'edits a file', 3, 6, 0),
      two('puts fixes back', 1, 'changes the quality', 0, 10, 0),
      two('edits a file', 40, 'changes the quality', 5, 4, 1),
      two('fixes', 28, 'uses versions', 0, 2, 1),
      two('puts fixes back', 1, 'uses versions', 5, 3, 0),
    ],
  },
]
