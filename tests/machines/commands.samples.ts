import { expect } from 'vitest';
import type { CommandInput } from '../../src/machines/command/command-events.ts';
import { commandsMachine } from '../../src/machines/commands/commands-machine.ts';
import { allLive } from '../../src/machines/commands/live-commands.ts';
import type { Command } from '#model/entities/command.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';

const name = { commandId: 'command-0000000001', rxId: 1, commandType: 'rxReboot' } as const;
const other = { ...name, commandId: 'command-0000000002', rxId: 2 };
const third = { ...name, commandId: 'command-0000000003' };
const command: Command = {
  ...name,
  status: 'executing',
  attemptNumber: 1,
  error: null,
  by: null,
  askedAt: 5_000,
  changedAt: 6_000,
  expiresAt: null,
};
const plan = { commandType: 'rxReboot', rxIds: [1, 2], waitMs: null } as const;
const reported = (of: typeof name | typeof other | typeof third, status: Command['status']) =>
  ({
    type: 'message.received',
    message: { type: 'commandStatus', payload: { ...of, status, error: null, at: 7_000 } },
  }) as const;

/** SEND-1 to SEND-3: the commands of a session. */
export default samples({
  machine: commandsMachine,
  inputs: [{ mitasId: 'demo' }],
  events: {
    'commands.ask': { plan },
    'commands.named': [
      { plan: { ...plan, rxIds: [1] }, commands: [name], expiresAt: null },
      { plan, commands: [third, other], expiresAt: 9_000 },
    ],
    'batch.retry': (snapshot) => snapshot.context.batches.map(({ batchId }) => ({ batchId })),
    'batch.dismiss': (snapshot) => snapshot.context.batches.map(({ batchId }) => ({ batchId })),
    'commands.gathered': {},
  },
  actors: {
    command: child({
      sends: ({ input }) => {
        const { commandId, rxId, commandType } = input as CommandInput;
        const of = { commandId, rxId, commandType };
        return [
          { type: 'command.settled', ...of, status: 'completed', error: null },
          { type: 'command.settled', ...of, status: 'waiting', error: null },
          { type: 'command.resumed', ...of },
          { type: 'command.silent', ...of },
          { type: 'command.sendAgain', ...of },
          { type: 'command.gone', ...of },
        ];
      },
    }),
    commandUpdates: callback({
      sends: [
        { type: 'message.received', message: { type: 'commandAck', payload: { ...name, at: 6_000 } } },
        reported(name, 'completed'),
        reported(other, 'waiting'),
        reported(other, 'retrying'),
        { type: 'commands.missed' },
        { type: 'commands.refused', commandIds: [name.commandId], message: 'It is too late' },
        { type: 'line.lost' },
        { type: 'line.opened' },
      ],
      errors: [new Error('no socket')],
    }),
    findCommands: promise<readonly Command[]>({ outputs: [[], [command]] }),
  },
  systems: ['snackbar', 'socket'],
  serializeState: ({ value, context: { live, batches, asked, again } }) =>
    JSON.stringify([
      value,
      allLive(live).filter(({ isSettled }) => isSettled).length,
      allLive(live).some(({ isAnnounced }) => isAnnounced),
      allLive(live).length,
      batches.length > 0,
      asked.length > 0,
      again.length > 0,
    ]),
  invariant: ({ snapshot }) => {
    const { live } = snapshot.context;
    const refs = allLive(live).map(({ ref }) => ref);
    expect(new Set(refs).size, 'one actor for each receiver and type').toBe(refs.length);
    for (const { rxId, commandType, commandId } of allLive(live)) expect(live[rxId]?.[commandType]?.commandId).toBe(commandId);
  },
});
