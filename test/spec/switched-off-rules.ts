/** How to switch off a rule of the sample workspace: one change in its sources. */
export type SwitchedOff = { readonly row: string; readonly file: string; readonly from: string; readonly to: string }

const rule = (row: string, file: string, from: string, to: string): SwitchedOff => ({
  row,
  file: `electron/sample-workspace/${file}`,
  from,
  to,
})

export const switchedOffRules: readonly SwitchedOff[] = [
  rule('imageanalysisrequest-json-object/question', 'api/analyse.ts', ".regex(/\\S/, 'is empty')", ''),
  rule(
    'source-creation-form-multipart-form-data/type',
    'api/source-form.ts',
    "if (type === undefined) throw refuse(400, ['type: is missing'])",
    "if (type === undefined) return { type: 'TEXT', value: 'x' }",
  ),
  rule(
    'source-creation-form-multipart-form-data/file',
    'api/source-form.ts',
    'if (fileName === undefined) throw',
    'if (fileName === undefined && false) throw',
  ),
  rule(
    'source-creation-form-multipart-form-data/text',
    'api/source-form.ts',
    'if (fileName !== undefined) throw',
    'if (fileName !== undefined && false) throw',
  ),
  rule(
    'source-creation-form-multipart-form-data/url',
    'api/source-form.ts',
    '/^https?:\\/\\/\\S+$/i.test(text)',
    '/^(https?|ftp):\\/\\/\\S+$/i.test(text)',
  ),
  rule('source-creation-form-multipart-form-data/knowledge', 'api/create-source.ts', "form.type === 'KNOWLEDGE' &&", 'false &&'),
  rule('oauth-token-response-json-object/expires-in', 'oauth/sessions.ts', 'lifetimes.access / 1000', '3600'),
  rule(
    'oauth-client-created-in-workspace-settin/allowed-scopes',
    'oauth/authorize.ts',
    'if (refused.length > 0) return { error',
    'if (refused.length > 99) return { error',
  ),
  rule(
    'oauth-client-created-in-workspace-settin/redirect-uris',
    'pages/client-pages.ts',
    'redirectUris.length > maxRedirectUris',
    'redirectUris.length > 99',
  ),
  rule('analyze-an-image/operation-id', 'describe/describe-api.ts', "operationId: 'analyse'", "operationId: 'analyze'"),
  rule(
    'workspace-api-key/3',
    'pages/enter.ts',
    "tokens: { roles: ['Admin', 'Developer']",
    "tokens: { roles: ['Admin', 'IT Admin', 'Developer']",
  ),
  rule('creating-an-oauth-client/1', 'pages/enter.ts', 'if (needsApiAccess && !gate.get().apiAccess)', 'if (needsApiAccess && false)'),
  rule(
    'oauth-2-0/2',
    'oauth/authorize.ts',
    "if (form.get('code_challenge_method') !== 'S256')",
    "if (form.get('code_challenge_method') === 'none')",
  ),
  rule('oauth-2-0/3', 'oauth/authenticate-client.ts', '|| !hasSecret(client, secret)', ''),
  rule('oauth-2-0/4', 'oauth/token.ts', 'if (challengeOf(verifier) !== code.challenge)', 'if (challengeOf(verifier) === "")'),
  rule('oauth-2-0/6', 'oauth/token.ts', 'if (code.expires_at <= now())', 'if (code.expires_at <= 0)'),
  rule('oauth-2-0/8', 'oauth/sessions.ts', 'update.run(accessScope, accessHash,', "update.run(accessScope, accessHash + 'x',"),
  rule('oauth-2-0/9', 'oauth/sessions.ts', 'endEach(ofPair.all(clientId, personId))', 'ofPair.all(clientId, personId)'),
  rule(
    'oauth-2-0/11',
    'oauth/authorize.ts',
    '!client.redirectUris.includes(redirectUri)',
    '!client.redirectUris.some((uri) => redirectUri.startsWith(uri))',
  ),
  rule('oauth-2-0/12', 'oauth/clients.ts', 'update.run(hashSecret(secret), now(), id)', 'update.get(hashSecret(secret), now(), "")'),
  rule('scopes/user', 'api/check-credential-and-scope.ts', "write: ['user']", "write: ['user', 'user:read']"),
  rule('scopes/user-read', 'api/check-credential-and-scope.ts', "read: ['user', 'user:read']", "read: ['user']"),
  rule('scopes/3', 'create-workspace.ts', 'workspaceName: () => name', "workspaceName: () => 'here'"),
  rule(
    'errors/create-a-source-403',
    'plan/switches.ts',
    "if ((name === 'sources' || name === 'products') && !current.productFeature)",
    'if (false)',
  ),
  rule('errors/attaching-a-source-to-an-attribute-rejection', 'api/attributes.ts', "if (source.type !== 'FILE')", 'if (false)'),
  rule(
    'limits/accepted-file-types-for-the-images-attri',
    'api/attributes.ts',
    "formats: ['png', 'jpeg']",
    "formats: ['png', 'jpeg', 'webp']",
  ),
  rule('limits/refresh-token-lifetime', 'oauth/sessions.ts', 'refresh: 30 * 86_400_000', 'refresh: 300 * 86_400_000'),
  rule('limits/access-token-lifetime', 'api/check-credential-and-scope.ts', '|| session.access_expires_at <= now()', ''),
  rule('versioning/2', 'describe/describe-api.ts', "version: '1.0'", "version: '2.0'"),
  rule('other-operations-that-are-named/get-v1-tones', 'content/content-lists.ts', '(page - 1) * size, size', '0, size'),
  rule(
    'oauth-client-created-in-workspace-settin/client-name',
    'pages/client-pages.ts',
    "if (name === '') return { fault: 'Give the client a name of at most 100 characters.' }\n  const wrongName = nameFault(name, 100)",
    'const wrongName = name.length > 100 ? nameFault(name, 100) : undefined',
  ),
  rule(
    'errors/analyze-an-image-500',
    'create-workspace.ts',
    "answerRefusal(refuse(500, 'Internal server error.'))",
    "answerRefusal(refuse(400, 'Internal server error.'))",
  ),
]
