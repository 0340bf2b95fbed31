import type { Oracle } from './oracle.ts'
import type { SimPackshot } from './sim-packshot.ts'
import type { World } from './world.ts'

const dayMs = 86_400_000

/**
 * Long after the last event, everything that waits must wait for something that Packshot names: a hold, another unfinished job, a
 * time, or an inactive workspace.
 */
export const checkWaits = async (world: World, packshot: SimPackshot, oracle: Oracle): Promise<void> => {
  const status = await packshot.call((client) => client.queue.status())
  if (!status || !('value' in status) || packshot.running() === null) return
  const jobs = packshot.allJobs()
  // Others may wait for their turn, or for the same list.
  if (jobs.some((job) => job.status.state === 'running')) return
  const rows = packshot.query(`SELECT id FROM connections WHERE active = 1`)
  const inUse = rows.length === 0 ? null : String(rows[0]?.id)
  for (const { id, work, connectionId, status: own, blockedBy } of jobs) {
    if (own.state !== 'waiting') continue
    if (connectionId === null || connectionId !== inUse) continue
    if (own.notBefore > world.wall() && own.notBefore <= world.wall() + dayMs) continue
    if (status.value.holds.some(({ operation }) => operation === null || operation === work.operation)) continue
    const isOnJob =
      blockedBy > 0 &&
      packshot.query(
        `SELECT 1 FROM job_dependencies JOIN jobs ON jobs.id = depends_on WHERE job_id = '${id}' AND state IN ('waiting', 'running', 'parked')`,
      ).length > 0
    if (!isOnJob)
      oracle.report(
        'unnamed-wait',
        `${packshot.name}: ${work.operation} waits, and nothing says for what: ${JSON.stringify(own)} blocked by ${blockedBy}`,
      )
  }
}
