import { expect } from 'vitest';
import type { HostSessionEvent } from '../../src/machines/host-session/host-session-events.ts';
import { hostSessionMachine } from '../../src/machines/host-session/host-session-machine.ts';
import { journalLogic } from '../../src/machines/journal/journal-actor.ts';
import type { Failure } from '#model/contract/failure.ts';
import { actual, callback, child, promise, samples } from '../support/machine-paths.ts';
import { account, factSamples, system } from '../support/fact-samples.ts';

const network: Failure = { kind: 'network' };
const forbidden = { kind: 'server', code: 403, type: 'Forbidden' };
const unknown = { kind: 'server', code: 404, type: 'NotFound' };
const offline = { kind: 'server', code: 503, type: 'SystemOffline' };
const broken = new Error('broken');

const input = {
  mitasId: 'demo',
  account,
  systems: [system],
  timezone: account.timezone,
  pageOrigin: 'http://127.0.0.1:8080',
  now: () => 0,
  random: () => 0,
  newId: () => 'operation-0000001',
};

const stateChange: HostSessionEvent = {
  type: 'message.received',
  message: { type: 'newRxState', payload: { rxId: 1, state: 0, ts: 5 } },
};

const socketSends: readonly HostSessionEvent[] = [
  { type: 'line.opened' },
  { type: 'line.unauthorized' },
  { type: 'line.refused', code: 4403 },
  { type: 'line.refused', code: 4404 },
  { type: 'line.broken', error: broken },
  { type: 'message.received', message: { type: 'invalidate', payload: ['alarms'] } },
  stateChange,
];

export default samples({
  machine: hostSessionMachine,
  inputs: [
    { ...input, timezone: 'Europe/Berlin' },
    { ...input, account: { ...account, mitasId: 'river' } },
    { ...input, systems: [] },
    { ...input, mitasId: 'no system' },
  ],
  events: {
    'session.retry': {},
    'token.renewed': {},
  },
  actors: {
    journal: actual(
      journalLogic(() => 0),
      { errors: [broken] },
    ),
    socket: child({
      sends: socketSends,
      errors: [broken],
    }),
    contactWindow: child({ errors: [broken] }),
    fileExport: child({ errors: [broken] }),
    screen: child({ errors: [broken] }),
    pageGuard: callback({ sends: [{ type: 'unsaved.counted', count: 1, downloads: 1 }], errors: [broken] }),
    notifications: child({ errors: [broken] }),
    storageWatch: child({ errors: [broken] }),
    selectSystem: promise({ outputs: [{ account }], errors: [network, forbidden, unknown, offline] }),
    checkSystem: promise({ outputs: [undefined], errors: [network, forbidden, unknown] }),
    changeLine: child({ sends: [{ type: 'changes.reload', scope: 'revised' }], errors: [broken] }),
    operations: child({ errors: [broken] }),
    resources: child({
      sends: [
        { type: 'resources.shown' },
        { type: 'resources.loaded', name: 'account', facts: [factSamples['account.loaded']] },
        { type: 'resources.loaded', name: 'fleet', facts: [] },
        ...[network, forbidden, unknown, offline].map((failure) => ({ type: 'resources.refused', failure })),
      ],
      errors: [broken],
    }),
    setTimezone: promise({ outputs: [undefined] }),
    comeback: child({ outputs: [undefined], errors: [broken] }),
  },
  systems: ['snackbar', 'banner'],
  records: {
    start: ['account.loaded', 'systems.loaded', 'system.selected'],
    'selectSystem done': ['account.loaded'],
    [`socket sends message.received #${socketSends.indexOf(stateChange)}`]: ['receiver.stateChanged'],
    'setTimezone done': ['timezone.changed'],
  },
  invariant: ({ snapshot }) => {
    const children = Object.keys(snapshot.children);
    for (const part of ['socket', 'resources', 'contactWindow'])
      expect(children.includes(part), `${part} lives exactly while the system is open`).toBe(snapshot.matches('open'));
    for (const part of ['changeLine', 'operations'])
      if (!snapshot.matches('broken')) expect(children.includes(part), `${part} lives as long as the session`).toBe(true);
    if (snapshot.hasTag('failed') && !['unauthorized', 'unknown'].some((tag) => snapshot.hasTag(tag as 'unknown')))
      expect(snapshot.context.failure).not.toBeNull();
  },
});
