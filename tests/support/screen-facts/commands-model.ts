import type { FactOf } from '#model/journal/facts.ts';

const command = { commandId: 'command-0000000001', rxId: 1, commandType: 'rxReboot' } as const;
const by = { id: 7, name: 'Ada Byron' };

/** A sample of every fact of this model (JRN-11). */
export const samples: {
  [Type in 'commands.loaded' | 'command.reported']: FactOf<Type>;
} = {
  'commands.loaded': {
    type: 'commands.loaded',
    commands: [
      {
        ...command,
        status: 'pending',
        attemptNumber: 0,
        error: null,
        by,
        askedAt: 1_700_000_000_000,
        changedAt: 1_700_000_000_000,
        expiresAt: null,
      },
    ],
  },
  'command.reported': {
    type: 'command.reported',
    ...command,
    commandId: 'command-0000000002',
    status: 'retrying',
    attemptNumber: 2,
    error: null,
    at: 1_700_000_002_000,
    by,
  },
};
