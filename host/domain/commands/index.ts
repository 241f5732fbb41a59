/** What of commands the drivers may use. */
export type { CommandDriver, CommandStep, SentCommand } from './driver-port.ts';
export { RunningCommands } from './run-commands.ts';
