import { expect } from 'vitest';
import { commandMachine } from '../../src/machines/command/command-machine.ts';
import { commandStatuses } from '#model/entities/command.ts';
import { samples } from '../support/machine-paths.ts';

const command = { commandId: 'command-0000000001', rxId: 12, commandType: 'rxReboot', attemptNumber: 0 } as const;

/** SEND-1, SEND-2: one command to one receiver. */
export default samples({
  machine: commandMachine,
  inputs: [
    { ...command, status: 'pending' },
    { ...command, status: 'executing' },
    { ...command, status: 'retrying', attemptNumber: 2 },
  ],
  events: {
    'command.acknowledged': {},
    'command.reported': [
      ...commandStatuses.map((status) => ({ status, error: status === 'failed' ? 'The receiver refused it' : null })),
      { status: 'retrying', attemptNumber: 3, error: null },
    ],
    'command.refused': { error: 'This system has expired' },
    'command.unknown': {},
    'line.lost': {},
  },
  serializeState: ({ value, context }) => JSON.stringify([value, Math.min(context.attemptNumber, 4), context.error]),
  invariant: ({ snapshot, outside }) => {
    const words = outside.parent.map(({ type }) => type);
    if (snapshot.hasTag('failed')) expect(snapshot.context.error, 'a failure says why').not.toBeNull();
    if (snapshot.status === 'done') expect(words.at(-1), 'its going is told last').toBe('command.gone');
    expect(words.filter((type) => type === 'command.gone').length).toBe(snapshot.status === 'done' ? 1 : 0);
    expect(snapshot.hasTag('busy') && words.at(-1) === 'command.gone', 'what is under way has not gone').toBe(false);
  },
});
