import { type ReceiverStatusName, receiverStatusName } from '#model/entities/receiver.ts';
import { askingMs } from '../../platform/store/fleet/commands.ts';

/**
 * How the receivers of a system get their commands (CMD-7): this host drives them ('driven'), they ask for
 * them ('asking'), they used to ask ('silent'), or they only send ('listening').
 */
export type CommandWay = 'driven' | 'asking' | 'silent' | 'listening';

/**
 * Returns how the receivers of a system get commands, from its kind and how long ago (ms) one of its
 * receivers last asked (null if never).
 */
export function wayOf(kind: string, askedMsAgo: number | null): CommandWay {
  if (kind === 'simulated') return 'driven';
  if (kind === 'replay' || askedMsAgo === null) return 'listening';
  return askedMsAgo <= askingMs ? 'asking' : 'silent';
}

/** The facts about a receiver that decide whether it gets a command. */
export type Commanded = { alias: string; enabled: boolean; retired: boolean; status: number };

/** The first status of a command; `error` says why a command fails immediately. */
export type InitialStatus = { status: 'pending' | 'waiting'; error: null } | { status: 'failed'; error: string };

/** Returns the first status of a command (CMD-6). `mayWait`: the sender lets it wait for the receiver. */
export function judgeCommand(way: CommandWay, { alias, enabled, retired, status }: Commanded, mayWait: boolean): InitialStatus {
  if (retired) return { status: 'failed', error: `${alias} is retired` };
  if (!enabled) return { status: 'failed', error: `${alias} is disabled` };
  if (way === 'listening') return { status: 'failed', error: `${alias} did not respond: it only sends, and takes no commands` };
  // The receiver gets the command when it next asks.
  if (mayWait && way !== 'driven') return { status: 'waiting', error: null };
  if (way === 'silent') return { status: 'failed', error: `${alias} did not respond: it has not asked for commands lately` };
  const isOnline = receiverStatusName(status) === 'online';
  if (isOnline) return { status: way === 'asking' ? 'waiting' : 'pending', error: null };
  if (mayWait) return { status: 'waiting', error: null };
  return { status: 'failed', error: `${alias} is ${statusWords[receiverStatusName(status)]}` };
}

const statusWords: Readonly<Record<ReceiverStatusName, string>> = {
  online: 'online',
  rebooting: 'rebooting',
  ready: 'not online yet',
  open: 'not online yet',
  offline: 'offline',
  disabled: 'disabled',
};

/** The error of a command if the receiver already has one of the same type. */
export const underWayText = 'The same command is already running';
export const waitsAlreadyText = 'The same command is already waiting for it';
/** The error of a command to a receiver that is not in the system. */
export const unknownText = 'There is no such receiver';
export const expiredText = 'It did not come online, or ask for commands, in time';
export const leftText = 'The host stopped while the command was running. Check the receiver';
