import { expect, test } from 'vitest'
import { apiKeyName, bucketKeysName, clientSecretName } from '../../../../electron/core/service/session/secret-names.ts'
import { createConnection } from '../../../../electron/core/workspaces/connections/create-connection.ts'
import { parseConnectionFile } from '../../../../electron/core/workspaces/connections/parse-connection-file.ts'
import { connection as connectionSchema } from '../../../../shared/workspaces/connection.ts'
import { defaultRedirectUris } from '../../../../shared/workspaces/redirect-addresses.ts'

const file = (change: object = {}) =>
  parseConnectionFile(
    JSON.stringify({
      packshot: 1,
      name: 'Shop',
      baseUrl: 'https://api.example.com/v1',
      clientId: 'id',
      clientSecret: 'hush-hush',
      ...change,
    }),
  )

test('a connection file becomes a connection without secrets, and separate secrets', () => {
  const { connection, secrets } = createConnection({
    kind: 'file',
    file: file({ publishing: { kind: 'data' }, rates: { 'analyse-image': null } }),
  })
  expect(connectionSchema.parse(connection)).toEqual(connection)
  expect(connection).toMatchObject({
    name: 'Shop',
    baseUrl: 'https://api.example.com',
    credentials: { kind: 'oauth', clientId: 'id', redirectUris: [...defaultRedirectUris], scopes: ['user'] },
    publishing: { kind: 'data' },
    paths: { analyse: '/v1/image/analysis', sources: '/v1/sources', products: '/v1/products' },
    rates: { 'analyse-image': null },
    isSample: false,
  })
  expect(JSON.stringify(connection)).not.toContain('hush-hush')
  expect(secrets).toEqual({ [clientSecretName(connection.id)]: 'hush-hush' })
})

test('a bucket’s keys in a connection file become a separate secret', () => {
  const keys = { accessKeyId: 'AKIA', secretAccessKey: 'whisper' }
  const bucket = { kind: 's3', endpoint: 'https://storage.example', bucket: 'pictures' }
  const { connection, secrets } = createConnection({ kind: 'file', file: file({ publishing: { ...bucket, keys } }) })
  expect(connectionSchema.parse(connection)).toEqual(connection)
  expect(connection.publishing).toMatchObject(bucket)
  expect(JSON.stringify(connection)).not.toMatch(/whisper|AKIA/)
  expect(JSON.parse(secrets[bucketKeysName(connection.id)] ?? '')).toEqual(keys)
})

test('the same workspace and client is the same connection, whatever else has changed', () => {
  const { connection } = createConnection({ kind: 'file', file: file() })
  const renewed = createConnection({
    kind: 'file',
    file: file({ name: 'Shop 2', clientSecret: 'new', baseUrl: 'https://API.example.com/' }),
  })
  const typed = createConnection({ kind: 'oauth', baseUrl: 'https://api.example.com/v1/', clientId: ' id ', clientSecret: 'hush-hush' })
  expect(renewed.connection.id).toBe(connection.id)
  expect(typed.connection.id).toBe(connection.id)
  expect(typed.connection.name).toBe('api.example.com')
  expect(createConnection({ kind: 'file', file: file({ clientId: 'other' }) }).connection.id).not.toBe(connection.id)
  expect(createConnection({ kind: 'file', file: file({ baseUrl: 'https://api.example.org' }) }).connection.id).not.toBe(connection.id)
})

test('an API key creates a separate connection', () => {
  const { connection, secrets } = createConnection({ kind: 'api-key', baseUrl: 'https://api.example.com', apiKey: ' key-1\n' })
  expect(connectionSchema.parse(connection)).toEqual(connection)
  expect(connection.credentials).toEqual({ kind: 'api-key' })
  expect(secrets).toEqual({ [apiKeyName(connection.id)]: 'key-1' })
})

test('a new connection with invalid details is rejected without quoting a secret', () => {
  const attempts = [
    () => createConnection({ kind: 'api-key', baseUrl: 'https://api.example.com', apiKey: 'hush\nhush' }),
    () => createConnection({ kind: 'api-key', baseUrl: 'http://api.example.com', apiKey: 'hush-hush' }),
    () => createConnection({ kind: 'oauth', baseUrl: 'https://api.example.com', clientId: '', clientSecret: 'hush-hush' }),
  ]
  const codes = attempts.map((attempt) => {
    try {
      attempt()
      return 'accepted'
    } catch (error) {
      expect(String(error)).not.toContain('hush')
      return (error as { code?: string }).code
    }
  })
  expect(codes).toEqual(['usage', 'invalid-address', 'invalid-connection-file'])
})
