import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { contentBody, contentData, contentLists, listQuery, pagination, templateData } from '../content/content-lists.ts'
import { commandBody, commandData } from '../content/run-command.ts'
import { envelope, json, jsonBody, refusals, toRead, toWrite } from './parts.ts'

/** Lists, creating items in them, and the command. */
export const describeContent = (registry: OpenAPIHono['openAPIRegistry']): void => {
  for (const { path, kind, tag, operationId, createOperationId, isPaged } of contentLists) {
    const data = z.array(kind === 'template' ? templateData : contentData)
    registry.registerPath({
      method: 'get',
      path,
      operationId,
      tags: [tag],
      summary: `List ${tag}`,
      security: toRead,
      request: isPaged ? { query: listQuery } : {},
      responses: { 200: json(envelope(kind, data, isPaged ? { pagination } : {}), `${tag}, oldest first`), ...refusals },
    })
    if (createOperationId === undefined) continue
    registry.registerPath({
      method: 'post',
      path,
      operationId: createOperationId,
      tags: [tag],
      summary: `Create one of the ${tag}`,
      security: toWrite,
      request: { body: jsonBody(contentBody) },
      responses: { 201: json(envelope(kind, contentData), 'What was created'), ...refusals },
    })
  }
  registry.registerPath({
    method: 'post',
    path: '/v1/command',
    operationId: 'runCommand',
    tags: ['Commands'],
    summary: 'Write a text for a command',
    security: toWrite,
    request: { body: jsonBody(commandBody) },
    responses: { 201: json(envelope('command', commandData), 'The texts'), ...refusals },
  })
}
