import type { ScriptedService } from './scripted-service.ts'

export type Uploaded = { readonly name: string; readonly type: string; readonly bytes: Buffer }

/** The files that a service got, in order. */
export const readUploads = ({ received }: ScriptedService): Uploaded[] =>
  received
    .filter(({ path }) => path === '/v1/sources')
    .map(({ body, headers }) => {
      const boundary = /boundary=(.+)$/.exec(String(headers['content-type']))?.[1] ?? ''
      const at = body.indexOf('filename=')
      const begin = body.indexOf('\r\n\r\n', at) + 4
      const head = body.toString('utf8', at, begin)
      return {
        name: /filename="([^"]*)"/.exec(head)?.[1] ?? '',
        type: /content-type: (.*)\r/i.exec(head)?.[1] ?? '',
        bytes: body.subarray(begin, body.indexOf(`\r\n--${boundary}`, begin)),
      }
    })

export const findUpload = (service: ScriptedService, name: string): Uploaded => {
  const all = readUploads(service)
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not among ${all.map((one) => one.name)}`)
  return found
}
