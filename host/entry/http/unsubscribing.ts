import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { linkToken } from '#model/fields/person-fields.ts';
import { unsubscribe } from '../../domain/mail/unsubscribe.ts';
import { invalidRequest } from '../../platform/api-error.ts';
import type { Db } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handlers (CALL-1) for the unsubscribe link in a mail, opened by a person. */
export function unsubscribing(database: Db) {
  return {
    unsubscribe: async ({ body }) => ({ success: true, ...(await unsubscribe(database, body.token)) }),
  } satisfies Partial<Handlers>;
}

/**
 * The path to which mail programs post in order to unsubscribe. A person who opens it gets the console's
 * screen.
 */
export const oneClickPath = '/unsubscribe';
const longestBody = 4_096;

/**
 * Adds the route for one-click unsubscription (RFC 8058). The mail provider posts to it without cookie, login
 * or csrf token; only the token in the address counts.
 */
export function oneClick(database: Db): FastifyPluginAsync {
  return async (app) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: longestBody }, (_request, body, done) => done(null, body));
    app.post(oneClickPath, async ({ query, body }, reply) => {
      const asked = v.safeParse(v.object({ token: linkToken }), query);
      if (!asked.success) throw invalidRequest('The token parameter is missing.', 'token');
      // Only mail providers send this form; link checkers, such as mail scanners, do not.
      if (typeof body !== 'string' || !/\bList-Unsubscribe\b[\s\S]*\bOne-Click\b/.test(body))
        throw invalidRequest('This takes the form List-Unsubscribe=One-Click');
      await unsubscribe(database, asked.output.token);
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('You have been unsubscribed.\n');
    });
  };
}
