import type { Generated } from 'kysely';
import type { CommandStatus, CommandType } from '#model/entities/command.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

/**
 * A command to a receiver (CMD-5). `ends_at`: when a command in progress fails if no answer comes. `claim`:
 * the host that carries it out.
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

/** When a receiver last asked for its commands. */
type ReceiversAskedTable = { rx_id: number; asked_at: Timestamp };

/**
 * How simulated receivers respond to commands: the time (ms) to acknowledge and to end one (null: never), the
 * number of retries, and the error with which they fail.
 */
export type SimulatedManners = { ackMs: number | null; runMs: number | null; retries?: number; error?: string };

/** What a simulated receiver did because of a command. */
export type SimulatedAction = 'reboot' | 'erase' | 'update' | 'sync' | 'report';
type SimulatedActionTable = { system_id: string; rx_id: number; at: Timestamp; deed: SimulatedAction; command_id: string | null };

/**
 * When the host last set the clocks of a system's receivers by itself; before the first time, when the
 * interval began.
 */
type ClockSyncTable = { system_id: string; at: Timestamp };

/** The tables of commands to receivers. */
export type CommandTables = {
  commands: CommandTable;
  receivers_asked: ReceiversAskedTable;
  simulated_deeds: SimulatedActionTable;
  clock_syncs: ClockSyncTable;
};
