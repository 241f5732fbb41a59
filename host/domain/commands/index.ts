/** What of commands the drivers, and the ways in, may use. */
export { type CommandAnswer, commandsFor, takeAnswers } from './asking-receivers.ts';
export type { CommandDriver, CommandStep, SentCommand } from './driver-port.ts';
export { RunningCommands } from './run-commands.ts';
