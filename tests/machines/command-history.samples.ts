import { expect } from 'vitest';
import { commandHistoryMachine } from '../../src/machines/commands/command-history-machine.ts';
import type { Command } from '#model/entities/command.ts';
import { promise, samples } from '../support/machine-paths.ts';

const command: Command = {
  commandId: 'command-0000000001',
  rxId: 1,
  commandType: 'rxReboot',
  status: 'completed',
  attemptNumber: 1,
  error: null,
  by: null,
  askedAt: 5_000,
  changedAt: 6_000,
  expiresAt: null,
};

/** SEND-4, SEND-5: the list of commands, and one command that is withdrawn. */
export default samples({
  machine: commandHistoryMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?commands=1' },
  ],
  events: {
    'place.changed': [{ search: '' }, { search: '?commands=1' }, { search: '?receiver=1' }, { search: '?commands=1&by=people' }],
    'history.more': {},
    'command.cancel': { commandId: command.commandId },
  },
  actors: {
    loadHistory: promise({
      outputs: [
        { commands: [command], more: true },
        { commands: [], more: false },
      ],
    }),
    cancelCommand: promise<unknown>({ outputs: [{}], errors: [{ kind: 'server', code: 409, type: 'Conflict' }] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { failure } = snapshot.context;
    if (snapshot.hasTag('failed')) expect(failure).not.toBeNull();
    expect(snapshot.hasTag('loading')).toBe('loadHistory' in snapshot.children);
    expect(snapshot.hasTag('cancelling')).toBe('cancelCommand' in snapshot.children);
  },
});
