import type { AnyActorRef } from 'xstate';
import {
  type CommandBatch,
  type NamedCommand,
  isDone,
  maxUpdates,
  messagesOf,
  withOutcome,
  withoutOutcome,
} from '../../model/commands/command-batch.ts';
import { isOvertaken } from '../../model/commands/command-order.ts';
import type { CommandMessage } from '../../model/contract/socket-messages.ts';
import { type Command, type CommandType, isOver } from '../../model/entities/command.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { CommandName } from '../command/command-events.ts';
import type * as events from './commands-events.ts';
import { isUnderWay, liveOf, updatesUnderWay } from './live-commands.ts';

/** Returns the initial context. */
export function begunWith({ mitasId }: { mitasId: string }): events.CommandsContext {
  return { mitasId, live: {}, batches: [], asked: [], reported: null, again: [] };
}

export function factsOf({ message }: events.CommandMessageReceived): SessionEntry {
  const { payload } = message;
  const fact: Fact =
    'status' in payload
      ? { type: 'command.reported', ...payload }
      : { type: 'command.reported', ...payload, status: 'executing', error: null };
  return { type: 'happened', fact };
}

/** Adds a report to those received since the request. */
export function reportedWith(
  { reported }: events.CommandsContext,
  received: events.CommandMessageReceived,
): events.CommandsContext['reported'] {
  if (reported === null) return null;
  const { commandId, status, error, attemptNumber, at } = reportIn(received);
  const known = reported[commandId];
  const word = { status, error, attemptNumber, at };
  return known !== undefined && isOvertaken(word, known) ? reported : { ...reported, [commandId]: word };
}

/**
 * Returns the host's answer, updated with newer reports, because the host may have read its data before it
 * sent them.
 */
export function upToDate({ reported }: events.CommandsContext, found: readonly Command[]): readonly Command[] {
  return found.map((command) => {
    const since = reported?.[command.commandId];
    if (since === undefined || !isOvertaken({ ...command, at: command.changedAt }, since)) return command;
    const { status, error, at, attemptNumber } = since;
    return { ...command, status, error, changedAt: at, attemptNumber: Math.max(attemptNumber, command.attemptNumber) };
  });
}

export function loadedFact(commands: readonly Command[]): SessionEntry {
  return { type: 'happened', fact: { type: 'commands.loaded', commands: [...commands] } };
}

/**
 * Returns the commands of a plan that may be sent: none that is already in progress, and at most `maxUpdates`
 * updates in progress, because each needs its own frame if all must be sent again.
 */
export function sendable({ live }: events.CommandsContext, { plan, commands }: events.NamedPlan): readonly NamedCommand[] {
  const free = commands.filter(({ rxId }) => !isUnderWay(live, rxId, plan.commandType));
  return plan.commandType === 'rxUpdate' ? free.slice(0, Math.max(0, maxUpdates - updatesUnderWay(live))) : free;
}

/** Shown for a command that is already in progress (the host uses the same text). */
export const sameUnderWay = 'The same command is already running';
const tooManyUpdates = `At most ${maxUpdates} receivers are updated at once`;

/** Adds the batch of a plan if it has several commands or some could not be sent; those count as failed. */
export function withBatch(context: events.CommandsContext, named: events.NamedPlan): readonly CommandBatch[] {
  const { plan, commands } = named;
  const [first] = commands;
  const sent = new Set(sendable(context, named));
  const refused = commands.filter((one) => !sent.has(one));
  if (first === undefined || (commands.length < 2 && refused.length === 0)) return context.batches;
  const outcomes = Object.fromEntries(
    refused.map(({ commandId, rxId }) => {
      const error = isUnderWay(context.live, rxId, plan.commandType) ? sameUnderWay : tooManyUpdates;
      return [commandId, { status: 'failed', error } as const];
    }),
  );
  return [...context.batches, { batchId: first.commandId, plan, commands, outcomes }];
}

/** Returns true if a reported command is in progress but has no actor yet, whoever sent it. */
export function adoptable({ live }: events.CommandsContext, command: CommandName & Pick<Command, 'status'>): boolean {
  if (isOver(command.status) || command.status === 'waiting') return false;
  return liveOf(live, command) === undefined && !isUnderWay(live, command.rxId, command.commandType);
}

/** Returns the state of a command from a message of the line. */
export function reportIn({ message }: events.CommandMessageReceived) {
  if (message.type === 'commandAck') return { ...message.payload, status: 'executing' as const, attemptNumber: 1, error: null };
  return { attemptNumber: 0, ...message.payload };
}

/** Returns true if the logged-in person sent the command. */
export function isOwn(system: AnyActorRef['system'], by: Command['by'] | undefined): boolean {
  return by !== undefined && by !== null && by.id === shown(journalIn(system).getSnapshot()).account.account?.id;
}

/** Removes a completed batch once its last command is gone. */
export function afterGone(batches: readonly CommandBatch[], { commandId }: CommandName): readonly CommandBatch[] {
  return batches.filter((batch) => !(isDone(batch) && batch.commands.some((one) => one.commandId === commandId)));
}

/** Updates the batches from a message about a command without an actor, so that late results count too. */
export function afterMessage(context: events.CommandsContext, received: events.CommandMessageReceived) {
  const report = reportIn(received);
  if (liveOf(context.live, report) !== undefined) return context.batches;
  if (!isOver(report.status) && report.status !== 'waiting') return withoutOutcome(context.batches, report.commandId);
  return withOutcome(context.batches, report.commandId, { status: report.status, error: report.error });
}

/** Returns the messages that send commands again under their ids. */
export function messagesAgain(again: readonly events.LiveCommand[]): CommandMessage[] {
  const groups = new Map<string, events.LiveCommand[]>();
  for (const one of again) {
    const key = `${one.commandType} ${one.expiresAt}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [{ commandType, expiresAt } = { commandType: 'rxUpdate' as CommandType, expiresAt: null }] = group;
    return messagesOf(commandType, group, expiresAt);
  });
}
