import { expect } from 'vitest';
import type { SessionMemory } from '../../src/machines/auth/auth-events.ts';
import { authMachine } from '../../src/machines/auth/auth-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const network = { kind: 'network' };
const expired = { kind: 'server', code: 440, type: 'SessionExpired' };
const tokenMissing = { kind: 'server', code: 401, type: 'TokenMissing' };
/** A token that is valid for a minute, at any time. */
const session = { expiresAt: 60_000 };
const nothing: SessionMemory = { expiresAt: null, hasAuthenticated: false, owesLogout: false };

/**
 * The events the real services send before their outcome arrives (tests/services/auth-services.test.ts proves
 * it): a token is kept, and a refused renewal ends the session.
 */
const keeps = [{ type: 'token.kept', ...session }];
export const announced = {
  logIn: { outputs: keeps },
  refreshSession: { outputs: keeps },
  renewSession: { outputs: keeps, errors: new Map([[expired, [{ type: 'session.lost' }]]]) },
};

export default samples({
  machine: authMachine,
  inputs: [{ now: () => 0 }],
  events: {
    'login.submit': { username: 'demo', password: 'secret-words' },
    'login.edit': {},
    'logout.submit': {},
    'session.retry': {},
    'session.renew': {},
  },
  actors: {
    readMemory: promise({
      outputs: [
        nothing,
        { ...nothing, ...session },
        { ...nothing, expiresAt: 14_000 },
        { ...nothing, hasAuthenticated: true },
        { ...nothing, owesLogout: true },
      ],
      errors: [new Error('storage is gone')],
    }),
    refreshSession: promise({
      outputs: [session],
      errors: [network, expired, tokenMissing],
      announces: announced.refreshSession,
    }),
    logIn: promise({
      outputs: [session],
      errors: [{ kind: 'server', code: 401, type: 'InvalidCredentials', message: 'Wrong username or password' }],
      announces: announced.logIn,
    }),
    renewSession: promise<void>({ outputs: [undefined], errors: [network, expired], announces: announced.renewSession }),
    sendLogout: promise<void>({ outputs: [undefined] }),
    sessionMemory: callback({
      sends: [
        { type: 'token.kept', ...session },
        { type: 'session.lost' },
        { type: 'session.startedElsewhere' },
        { type: 'session.endedElsewhere' },
      ],
      errors: [new Error('storage is gone')],
    }),
    surroundings: callback({
      sends: [{ type: 'network.returned' }, { type: 'clock.jumped' }],
      errors: [new Error('no page')],
    }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { failures, failure } }) => JSON.stringify([value, failure, Math.min(failures, 2)]),
  invariant: ({ snapshot, outside }) => {
    expect(JSON.stringify([snapshot.context, outside.parent, outside.systems]), 'no password leaves the event').not.toContain(
      'secret-words',
    );
    if (snapshot.hasTag('authenticated')) expect(snapshot.hasTag('anonymous')).toBe(false);
  },
});
