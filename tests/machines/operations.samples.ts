import { expect } from 'vitest';
import { type AnyActorRef, fromCallback, fromTransition } from 'xstate';
import { journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { operationsMachine } from '../../src/machines/operations/operations-machine.ts';
import { markSeen, renameReceiver } from '#model/journal/edits.ts';
import type { SessionEntry } from '#model/journal/session.ts';
import { factSamples } from '../support/fact-samples.ts';
import { child, samples } from '../support/machine-paths.ts';

const rename = renameReceiver('demo', { id: 1, alias: 'North' }, 'Ridge');
const made = factSamples['change.made'];
const quiet = fromCallback(() => {});
/** A change line that the host has answered; an undo belongs to its epoch. */
const changeLine = fromTransition((context) => context, { sequence: { epoch: 'one' } });

const receiverFields = {
  SiteId: 1,
  alias: 'North',
  model: 0,
  ipAddress: '10.0.0.1',
  portNumber: 8000,
  enabled: true,
  color: '#00ff00',
  latitude: null,
  longitude: null,
};

let count = 0;

export default samples({
  machine: operationsMachine.provide({
    guards: { hasRoom: ({ context }) => context.pending.length < 2 },
  }),
  inputs: [{ mitasId: 'demo', by: null, newId: () => `operation-${String((count += 1)).padStart(7, '0')}`, now: () => 0 }],
  events: {
    'operations.edit': [{ edit: rename }, { edit: markSeen('demo', { from: 3, to: 5 }) }],
    'operations.undo': [{}, { revision: 4 }, { revision: 4, epoch: 'another' }],
    'operations.redo': {},
    'operations.send': (snapshot) => snapshot.context.pending.map(({ opId }) => ({ opId })),
    'operations.drop': (snapshot) => snapshot.context.pending.map(({ opId }) => ({ opId })),
    'changes.recorded': (snapshot) => [
      { entries: snapshot.context.pending.map(({ opId }): SessionEntry => ({ type: 'happened', opId, fact: made })) },
      {
        entries: [
          {
            type: 'happened' as const,
            fact: {
              ...made,
              items: [{ kind: 'receiver.deleted' as const, id: 1, name: 'North', before: receiverFields, after: null }],
            },
          },
        ],
      },
    ],
    'changes.begun': {},
    'line.opened': {},
  },
  actors: {
    operation: child({
      sends: ({ input }) => {
        const { opId } = input as { opId: string };
        return [
          { type: 'operation.statusChanged', opId, status: 'unsaved' },
          {
            type: 'operation.confirmed',
            opId,
            reply: { epoch: 'one', revision: 4, items: made.items, lastSeenAlarmId: 5, lastSeenVersion: 2 },
          },
          { type: 'operation.confirmed', opId, reply: null },
          { type: 'operation.refused', opId, failure: { kind: 'network' } },
          { type: 'operation.dropped', opId },
        ];
      },
    }),
  },
  systems: { journal: journalLogic(() => 0), changeLine, snackbar: quiet },
  serializeState: ({ context }) =>
    JSON.stringify(context.pending.map(({ edit, compensation, status, ref }) => [edit?.key, compensation, status, ref !== null])),
  invariant: ({ snapshot }) => {
    const refs = snapshot.context.pending.flatMap(({ ref }): AnyActorRef[] => (ref === null ? [] : [ref]));
    expect(Object.values(snapshot.children), 'an operation lives exactly while it is pending').toEqual(refs);
  },
});
