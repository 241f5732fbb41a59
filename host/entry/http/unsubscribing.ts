import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { linkToken } from '#model/fields/person-fields.ts';
import { unsubscribe } from '../../domain/mail/unsubscribe.ts';
import { invalidRequest } from '../../platform/api-error.ts';
import type { Db } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-1: the link in a mail, opened by a person. */
export function unsubscribing(database: Db) {
  return {
    unsubscribe: async ({ body }) => ({ success: true, ...(await unsubscribe(database, body.token)) }),
  } satisfies Partial<Handlers>;
}

/** Where a mail program ends a subscription by itself; opened by a person it is the console's screen. */
export const oneClickPath = '/unsubscribe';
const longestBody = 4_096;

/**
 * One click in a mail program (RFC 8058): its provider posts this, without cookie, login or csrf token. The
 * token in the address is all that counts.
 */
export function oneClick(database: Db): FastifyPluginAsync {
  return async (app) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: longestBody }, (_request, body, done) => done(null, body));
    app.post(oneClickPath, async ({ query, body }, reply) => {
      const asked = v.safeParse(v.object({ token: linkToken }), query);
      if (!asked.success) throw invalidRequest('The token parameter is missing.', 'token');
      // What only looks at links, such as a scanner of mails, sends no such form.
      if (typeof body !== 'string' || !/\bList-Unsubscribe\b[\s\S]*\bOne-Click\b/.test(body))
        throw invalidRequest('This takes the form List-Unsubscribe=One-Click');
      await unsubscribe(database, asked.output.token);
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('You have been unsubscribed.\n');
    });
  };
}
