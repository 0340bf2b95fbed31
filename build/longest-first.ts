import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of test files that run beside each other: those named here first, since a long one that is begun last keeps everybody waiting;
 * the others as Vitest has them.
 * @param paths from the root, in the order in which they begin
 */
export const longestFirst = (paths: readonly string[]): typeof BaseSequencer =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const placeOf = ({ moduleId }: TestSpecification): number => {
        const at = paths.findIndex((path) => moduleId.endsWith(`/${path}`))
        return at < 0 ? paths.length : at
      }
      return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
    }
  }
