import { expect } from 'vitest';
import { createMachine } from 'xstate';
import { appMachine } from '../../src/machines/app/app-machine.ts';
import type { HostSessionMachine } from '../../src/machines/host-session/host-session-machine.ts';
import { codeMissing } from '../../src/machines/app/app-rules.ts';
import { FailureError } from '#model/contract/failure.ts';
import { account, system } from '../support/fact-samples.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';

const place = (pathname: string, search = '') => ({ pathname, search });
const broken = new Error('broken');

/** A session that does nothing: its own samples walk it. */
const quietSession = createMachine({ id: 'quietSession' }) as unknown as HostSessionMachine;

export default samples({
  machine: appMachine,
  inputs: [
    {
      place: place('/dashboard/demo/modems'),
      darkMode: true,
      timezone: 'America/Boise',
      pageOrigin: 'http://127.0.0.1:8080',
      now: () => 0,
      random: () => 0,
      newId: () => 'operation-0000001',
    },
  ],
  events: {
    'system.select': { mitasId: 'river' },
    'app.retry': {},
    'token.refused': {},
    'account.reloaded': { darkMode: false },
    'app.logOut': {},
    'app.leave': {},
    'app.stay': {},
    'session.unsaved': [
      { count: 1, downloads: 0 },
      { count: 0, downloads: 1 },
      { count: 0, downloads: 0 },
    ],
  },
  actors: {
    auth: child({
      sends: [
        { type: 'auth.authenticated' },
        { type: 'auth.renewed' },
        { type: 'auth.leaving' },
        { type: 'auth.anonymous', reason: 'loggedOut' },
        { type: 'auth.anonymous', reason: 'expired' },
      ],
      errors: [broken],
    }),
    snackbar: child({ errors: [broken] }),
    banner: child({ errors: [broken] }),
    theme: child({ errors: [broken] }),
    appUpdate: child({ errors: [broken] }),
    signUp: child({ errors: [broken] }),
    resetPassword: child({ errors: [broken] }),
    addressBar: callback({
      sends: [
        '/login',
        '/dashboard/',
        '/dashboard/demo/modems',
        '/dashboard/river/modems',
        '/dashboard/demo/account/logout',
        '/unsubscribe',
      ].map((pathname) => ({ type: 'route.changed', place: place(pathname) })),
      errors: [broken],
    }),
    surroundings: callback({ sends: [{ type: 'network.returned' }, { type: 'clock.jumped' }], errors: [broken] }),
    loadPerson: promise({
      outputs: [
        { account, systems: [system] },
        { account: { ...account, mitasId: null }, systems: [system, { ...system, mitasId: 'river' }] },
      ],
      errors: [{ kind: 'network' }, new FailureError(codeMissing)],
    }),
    loadSession: promise({ outputs: [quietSession], errors: [new FailureError(codeMissing)] }),
  },
  serializeState: ({ value, context: { session, person, ...context } }) =>
    JSON.stringify([
      value,
      context.place,
      context.reason,
      session !== null,
      person?.account.mitasId,
      context.mitasId,
      context.unsaved,
      context.downloads,
      context.departure,
    ]),
  invariant: ({ snapshot }) => {
    const { session, mitasId, person, reason, unsaved, downloads } = snapshot.context;
    if (snapshot.hasTag('asking')) expect(unsaved + downloads, 'nobody is asked where nothing is lost').toBeGreaterThan(0);
    expect(session !== null, 'a session lives exactly while a system is open').toBe(snapshot.hasTag('open'));
    expect(mitasId !== null).toBe(snapshot.hasTag('open'));
    if (!snapshot.hasTag('authenticated')) expect(person).toBeNull();
    if (snapshot.hasTag('anonymous') && snapshot.hasTag('ready'))
      expect(reason, 'a page asked for after a logout is come back to').toBe('none');
    const children = Object.values(snapshot.children as Record<string, { logic?: unknown }>);
    const sessions = children.filter((actor) => actor.logic === quietSession);
    expect(sessions.length, 'never two sessions').toBeLessThanOrEqual(1);
  },
});
