import type { CommandType } from '../entities/command.ts';
import { type Receiver, receiverStatusName } from '../entities/receiver.ts';
import { commandNames } from './command-words.ts';
import { maxUpdates } from './command-batch.ts';

/** A command that a person has chosen to send. */
export type AskedCommand = { commandType: CommandType; rxIds: readonly number[] };

type Reached = Pick<Receiver, 'alias' | 'enabled' | 'status' | 'memoryUsedMb'>;

/** Returns true if a command can be sent to the receiver now (CMD-6). */
export function isReachable({ enabled, status }: Pick<Receiver, 'enabled' | 'status'>): boolean {
  return enabled && receiverStatusName(status) === 'online';
}

/**
 * Returns in a few words why a command cannot be sent to these receivers; null if it can. `isUnderWay` is
 * true if all of them already have such a command in progress. `updatesUnderWay` is the number of updates in
 * progress.
 */
export function hindrance(
  commandType: CommandType,
  receivers: readonly Reached[],
  isUnderWay: boolean,
  updatesUnderWay: number,
): string | null {
  if (receivers.every(({ enabled }) => !enabled)) return 'disabled';
  if (isUnderWay) return 'under way';
  return commandType === 'rxUpdate' && receivers.length + updatesUnderWay > maxUpdates ? `at most ${maxUpdates} at once` : null;
}

/** Returns true if the person must confirm: the command erases data or does not reach all receivers. */
export function isQuestion(commandType: CommandType, receivers: readonly Reached[]): boolean {
  return commandType === 'rxEraseMemory' || !receivers.every(isReachable);
}

/** Returns what erasing destroys (SEND-6): '3 receivers lose all contacts stored in memory: 1,250 MB.' */
export function lossText(receivers: readonly Reached[]): string {
  const known = receivers.flatMap(({ memoryUsedMb }) => memoryUsedMb ?? []);
  const megabytes = Math.round(known.reduce((sum, used) => sum + used, 0)).toLocaleString('en');
  const [first] = receivers;
  const who = receivers.length === 1 && first !== undefined ? `${first.alias} loses` : `${receivers.length} receivers lose`;
  const unknown = receivers.length - known.length;
  if (unknown === receivers.length) return `${who} all contacts stored in memory, an unknown amount.`;
  const beside = unknown === 0 ? '' : `, and what ${unknown} more ${unknown === 1 ? 'has' : 'have'} stored, which is not known`;
  return `${who} all contacts stored in memory: ${megabytes} MB${beside}.`;
}

/** Returns a question such as 'Reboot Crest?' or 'Erase memory of 12 receivers?'. */
export function questionText(commandType: CommandType, receivers: readonly Reached[]): string {
  const [first] = receivers;
  const what = receivers.length === 1 && first !== undefined ? first.alias : `${receivers.length} receivers`;
  const words = commandNames[commandType];
  return commandType === 'rxReboot' || commandType === 'rxUpdate' ? `${words} ${what}?` : `${words} of ${what}?`;
}

/** Returns which receiver, or how many of them, cannot be reached now; null if all can. */
export function unreachedText(receivers: readonly Reached[]): string | null {
  const unreached = receivers.filter((rx) => !isReachable(rx));
  if (unreached.length === 0) return null;
  const [first] = unreached;
  if (receivers.length === 1 && first !== undefined) return `${first.alias} is not online, so the command cannot be sent now.`;
  const [are, they] = unreached.length === 1 ? ['is', 'it'] : ['are', 'they'];
  return `${unreached.length} of ${receivers.length} ${are} not online, so ${they} cannot be sent the command now.`;
}
