import { useQuery } from '@tanstack/react-query'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { WriteProgress } from '../write-progress.tsx'

/** How far an export is, and its end. */
export const Writing = ({ label }: { readonly label: string }) => {
  const { data } = useQuery({ ...api.exports.progress.queryOptions(), refetchInterval: 300 })
  return <WriteProgress label={label} progress={data} stop={() => client.exports.stop()} />
}
