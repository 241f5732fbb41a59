import { expect } from 'vitest';
import { changeLineMachine } from '../../src/machines/change-line/change-line-machine.ts';
import type { Change } from '#model/changes/change.ts';
import type { IncomingOf } from '#model/contract/socket-messages.ts';
import { factSamples } from '../support/fact-samples.ts';
import { promise, samples } from '../support/machine-paths.ts';

const change = (revision: number): Change => ({
  revision,
  at: 0,
  by: null,
  through: 'host',
  undoes: null,
  items: [{ kind: 'receiver.renamed', id: 1, name: 'North', before: { alias: 'North' }, after: { alias: `Name ${revision}` } }],
});
const told = (revision: number, epoch = 'one'): IncomingOf<'changed'> => ({
  type: 'changed',
  payload: { epoch, ...change(revision) },
});
const heartbeat = (changes?: { epoch: string; revision: number }): IncomingOf<'heartbeat'> => ({
  type: 'heartbeat',
  payload: { mitasId: 'demo', ts: 0, changes },
});
const asked = { opId: 'operation-0000001', by: null, at: 0 };

export default samples({
  machine: changeLineMachine,
  inputs: [{ mitasId: 'demo' }],
  events: {
    'message.received': [
      { message: told(2) },
      { message: told(4) },
      { message: told(1, 'two') },
      { message: heartbeat({ epoch: 'one', revision: 4 }) },
      { message: heartbeat() },
      { message: { type: 'invalidate', payload: ['fleet'], asOf: { epoch: 'one', revision: 3 } } },
    ],
    'changes.replied': { reply: { epoch: 'one', revision: 3, items: change(3).items ?? [] }, asked },
    'changes.loaded': [
      { asOf: { epoch: 'one', revision: 1 }, facts: [factSamples['fleet.loaded']] },
      { asOf: { epoch: 'one', revision: 4 }, facts: [factSamples['fleet.loaded']] },
    ],
    'line.opened': {},
  },
  actors: {
    getChanges: promise({
      outputs: [
        { epoch: 'one', revision: 4, changes: [change(2), change(3), change(4)] },
        { epoch: 'one', revision: 4, changes: [] },
      ],
      errors: [{ kind: 'network' }, { kind: 'server', code: 410, type: 'Gone' }],
    }),
  },
  systems: ['operations'],
  serializeState: ({ value, context: { sequence, attempt } }) => JSON.stringify([value, sequence, Math.min(attempt, 1)]),
  invariant: ({ snapshot }) => {
    const { revision, heard } = snapshot.context.sequence;
    const isBehind = revision !== null && heard > revision;
    expect(snapshot.hasTag('gap') || !isBehind, 'what is missing is waited or asked for').toBe(true);
  },
});
