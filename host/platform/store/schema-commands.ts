import type { Generated } from 'kysely';
import type { CommandStatus, CommandType } from '#model/entities/command.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

/**
 * What a receiver was told to do (CMD-5). `ends_at`: when one under way fails as nobody answered; `claim`:
 * whoever carries it out now.
 */
export type CommandTable = {
  system_id: string;
  command_id: string;
  rx_id: number;
  type: CommandType;
  status: CommandStatus;
  attempt: Generated<number>;
  error: string | null;
  user_id: number | null;
  user_name: string | null;
  asked_at: DefaultTimestamp;
  changed_at: DefaultTimestamp;
  expires_at: NullableTimestamp;
  ends_at: NullableTimestamp;
  claim: string | null;
};

/** When a receiver asked for its commands last. */
type ReceiversAskedTable = { rx_id: number; asked_at: Timestamp };

/**
 * How simulated receivers take commands: after how long they acknowledge and end one (ms), which they do not
 * at all where it is null, how often they try again, and with what error they fail.
 */
export type SimulatedManners = { ackMs: number | null; runMs: number | null; retries?: number; error?: string };

/** What a simulated receiver did at somebody's word. */
export type SimulatedAction = 'reboot' | 'erase' | 'update' | 'sync' | 'report';
type SimulatedActionTable = { system_id: string; rx_id: number; at: Timestamp; deed: SimulatedAction; command_id: string | null };

/** When the clocks of a system's receivers were set last by themselves, or when that began to count. */
type ClockSyncTable = { system_id: string; at: Timestamp };

/** The tables of commands to receivers. */
export type CommandTables = {
  commands: CommandTable;
  receivers_asked: ReceiversAskedTable;
  simulated_deeds: SimulatedActionTable;
  clock_syncs: ClockSyncTable;
};
