import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeUpdateKeys, signFile } from '../../build/package/sign-updates.ts'

export type UpdateFeed = {
  readonly address: string
  /** The requested paths, in order. */
  readonly asked: readonly string[]
  /** Headers of the last request. */
  readonly headers: () => Readonly<Record<string, unknown>>
  readonly stop: () => Promise<void>
}

export type OfferedUpdate = {
  readonly version: string
  readonly bytes: Buffer
  /** The SHA-512 that the feed announces for the file; correct by default. */
  readonly sha512?: string
  /** Secret key of whoever signs it; by default that of `updateKeys`. Absent with `null`: nobody did. */
  readonly signedWith?: string | null
}

/** The keys of the makers of Packshot, in tests. */
export const updateKeys = makeUpdateKeys()

/** An update address as electron-builder lays it out for AppImages: `latest-linux.yml` and the file that it names. `port`: a fixed port. */
export const startUpdateFeed = async (
  { version, bytes, sha512, signedWith = updateKeys.secret }: OfferedUpdate,
  port = 0,
): Promise<UpdateFeed> => {
  const file = `Packshot-${version}-linux-x86_64.AppImage`
  const hash = sha512 ?? createHash('sha512').update(bytes).digest('base64')
  const signature = signedWith === null ? '' : `    signature: ${signFile(version, { url: file, sha512: hash }, signedWith)}\n`
  const description = `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${hash}\n    size: ${bytes.length}\n${signature}path: ${file}\nsha512: ${hash}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  const asked: string[] = []
  let headers: Readonly<Record<string, unknown>> = {}
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    asked.push(path)
    headers = request.headers
    if (path === '/latest-linux.yml') response.end(description)
    else if (path === `/${file}`) response.setHeader('content-length', bytes.length).end(bytes)
    else response.writeHead(404).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    headers: () => headers,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A stand-in for an AppImage: when started, it records that, with its arguments. */
export const makeFakeAppImage = (mark: string, word: string): Buffer =>
  Buffer.from(`#!/bin/sh\nprintf '%s exit-after=%s\\n' '${word}' "$APPIMAGE_EXIT_AFTER_INSTALL" >> '${mark}'\n`)
