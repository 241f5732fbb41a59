import { createMachine } from 'xstate';

/** Stands for the session's contact window where only its clock is read and what it is sent makes no difference. */
export const quietWindow = createMachine({ id: 'quietWindow', context: { now: () => 1_700_000_000_000, hostOffset: null } });
