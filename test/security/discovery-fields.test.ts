import { expect, it } from 'vitest'
import { discoverServer, discoveryFields } from '../../electron/core/service/session/discover-server.ts'

const baseUrl = 'https://api.acme.example'
const stranger = 'https://stranger.example'

/** Every member of an authorization server's document that RFC 8414, 8705, 8628, 9126, 9207, 9101 and OpenID Connect Discovery know. */
const known = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'registration_endpoint', 'scopes_supported'],
  ...['response_types_supported', 'response_modes_supported', 'grant_types_supported', 'token_endpoint_auth_methods_supported'],
  ...['token_endpoint_auth_signing_alg_values_supported', 'service_documentation', 'ui_locales_supported', 'op_policy_uri', 'op_tos_uri'],
  ...['revocation_endpoint', 'revocation_endpoint_auth_methods_supported', 'introspection_endpoint', 'code_challenge_methods_supported'],
  ...['signed_metadata', 'mtls_endpoint_aliases', 'tls_client_certificate_bound_access_tokens', 'device_authorization_endpoint'],
  ...['pushed_authorization_request_endpoint', 'require_pushed_authorization_requests', 'userinfo_endpoint', 'end_session_endpoint'],
  ...[
    'authorization_response_iss_parameter_supported',
    'require_signed_request_object',
    'check_session_iframe',
    'id_token_signing_alg_values_supported',
  ],
]

const read = (document: object) =>
  discoverServer(async () => new Response(JSON.stringify(document), { headers: { 'content-type': 'application/json' } }), baseUrl)

it('a discovery document gives only the fields that have a rule, whatever else it names', async () => {
  const all = Object.fromEntries(known.map((name) => [name, `${stranger}/${name}`]))
  const values = { same: () => baseUrl, address: (name: string) => `${baseUrl}/${name}`, word: () => true, list: (name: string) => [name] }
  const own = Object.entries(discoveryFields).map(([name, rule]) => [name, values[rule](name)])
  const { server, fallback } = await read({ ...all, ...Object.fromEntries(own), 'of-tomorrow': stranger })
  expect(fallback).toBeNull()
  expect(server).toEqual(Object.fromEntries(own))
})

const leading = Object.entries(discoveryFields).filter(([, rule]) => rule === 'same' || rule === 'address')
it.each(leading)('its field %s (%s) leads to nobody else', async (name, rule) => {
  const { server, fallback } = await read({ issuer: baseUrl, [name]: `${stranger}/${name}` }).catch((error: { code: string }) => ({
    server: { refused: error.code },
    fallback: null,
  }))
  expect(JSON.stringify(server)).not.toContain(stranger)
  if (rule === 'address') expect(server).toEqual({ refused: 'sign-in-failed' })
  else expect(fallback).toBe('of another issuer')
})
