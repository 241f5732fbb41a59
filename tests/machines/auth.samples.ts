import { expect } from 'vitest';
import { authMachine } from '../../src/machines/auth/auth-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const expired = { kind: 'server', code: 440, type: 'SessionExpired' };
/** A token that is good for a minute, whatever the time. */
const session = { expiresAt: 60_000 };

export default samples({
  machine: authMachine,
  inputs: [{ now: () => 0 }],
  events: {
    'login.submit': { username: 'demo', password: 'secret-words' },
    'logout.submit': {},
    'session.retry': {},
    'session.renew': {},
  },
  actors: {
    restoreSession: promise({ outputs: [null, session], errors: [{ kind: 'network' }, expired] }),
    logIn: promise({
      outputs: [session],
      errors: [{ kind: 'server', code: 401, type: 'InvalidCredentials', message: 'Wrong username or password' }],
    }),
    renewSession: promise({ outputs: [session], errors: [{ kind: 'network' }, expired] }),
    logOut: promise({ outputs: [undefined] }),
    sessionNews: callback({
      sends: [
        { type: 'token.kept', ...session },
        { type: 'session.lost' },
        { type: 'connection.returned' },
        { type: 'session.startedElsewhere' },
        { type: 'session.endedElsewhere' },
      ],
      errors: [new Error('storage is gone')],
    }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { renewals, failure } }) => JSON.stringify([value, failure, Math.min(renewals, 2)]),
  invariant: ({ snapshot, outside }) => {
    expect(JSON.stringify([snapshot.context, outside.parent, outside.systems]), 'no password leaves the event').not.toContain(
      'secret-words',
    );
    if (snapshot.hasTag('authenticated')) expect(snapshot.hasTag('anonymous')).toBe(false);
  },
});
