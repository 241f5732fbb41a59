import type { CommandType } from '../../model/entities/command.ts';
import type { CommandName } from '../command/command-events.ts';
import type { LiveCommand } from './commands-events.ts';

/** The commands with an actor: one for each receiver and type (SEND-1). */
export type LiveCommands = Readonly<Record<number, Readonly<Partial<Record<CommandType, LiveCommand>>>>>;

/**
 * Returns the live command with this id; undefined if there is none, even if another command of this type to
 * this receiver is live.
 */
export function liveOf(live: LiveCommands, { commandId, rxId, commandType }: CommandName): LiveCommand | undefined {
  const one = live[rxId]?.[commandType];
  return one?.commandId === commandId ? one : undefined;
}

/** Returns true while a command of that type to that receiver is in progress. */
export function isUnderWay(live: LiveCommands, rxId: number, commandType: CommandType): boolean {
  return live[rxId]?.[commandType]?.isSettled === false;
}

/** Counts the updates in progress. */
export function updatesUnderWay(live: LiveCommands): number {
  return Object.values(live).filter(({ rxUpdate }) => rxUpdate?.isSettled === false).length;
}

export function allLive(live: LiveCommands): readonly LiveCommand[] {
  return Object.values(live).flatMap((byType) => Object.values(byType));
}

export function withLive(live: LiveCommands, one: LiveCommand): LiveCommands {
  return { ...live, [one.rxId]: { ...live[one.rxId], [one.commandType]: one } };
}

export function withoutLive(live: LiveCommands, name: CommandName): LiveCommands {
  if (liveOf(live, name) === undefined) return live;
  const { [name.commandType]: _, ...others } = live[name.rxId] ?? {};
  const { [name.rxId]: __, ...rest } = live;
  return Object.keys(others).length === 0 ? rest : { ...rest, [name.rxId]: others };
}
