/** The parts of the commands folder that drivers and entry points may import. */
export { type CommandAnswer, commandsFor, takeAnswers } from './asking-receivers.ts';
export type { CommandDriver, CommandStep, SentCommand } from './driver-port.ts';
export { RunningCommands } from './run-commands.ts';
