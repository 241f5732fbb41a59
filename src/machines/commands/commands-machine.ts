import { type ActorRefFrom, type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import { failedPlan, isInBatch, messagesOf, withOutcome, withoutOutcome } from '../../model/commands/command-batch.ts';
import { endedNotice } from '../../model/commands/command-words.ts';
import type { Command } from '../../model/entities/command.ts';
import { reloadRetryMs } from '../../model/session/resources.ts';
import type { CommandName, CommandWord } from '../command/command-events.ts';
import { commandMachine } from '../command/command-machine.ts';
import { record } from '../journal/record.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import { socketId } from '../socket/socket-id.ts';
import { actorIn } from '../support/actor-in.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { commandUpdates } from './command-updates.ts';
import type * as events from './commands-events.ts';
import * as rules from './commands-rules.ts';
import { allLive, liveOf, withLive, withoutLive } from './live-commands.ts';

type Settled = Extract<CommandWord, { type: 'command.settled' }>;
type Found = { output: readonly Command[] };

/**
 * Sends and follows the commands of a session (SEND-1). It runs one actor per receiver and type of command in
 * progress, whoever sent the command, and lasts as long as the session, so that leaving a screen loses none.
 * Commands are sent while the line is open. After a lost line or a long silence it asks the host how the
 * commands ended (SEND-2). It records the host's reports.
 */
export const commandsMachine = setup({
  types: {} as {
    input: Pick<ScreenInput, 'mitasId'>;
    context: events.CommandsContext;
    events: events.CommandsEvent;
    tags: 'ready' | 'failed';
    children: { commandUpdates: 'commandUpdates'; findCommands: 'findCommands' };
  },
  actors: {
    command: commandMachine,
    commandUpdates,
    /** Loads the state of the commands in `commandIds` and of all others in progress. */
    findCommands: notProvided<readonly Command[], { mitasId: string; commandIds: readonly string[] }>(),
  },
  actions: {
    /**
     * Provided by the composition root: assigns ids to the plan's commands and answers with `commands.named`.
     * It is written out because the compiler infers no params from a ready-made action.
     */
    nameCommands: (_args, _asked: Pick<events.NamedPlan, 'plan'>) => {},
    nameFailed: enqueueActions(({ context, enqueue, self }, { batchId }: { batchId: string }) => {
      const batch = context.batches.find((each) => each.batchId === batchId);
      const plan = batch === undefined ? null : failedPlan(batch);
      if (plan === null) return;
      enqueue.assign({ batches: context.batches.filter((each) => each !== batch) });
      enqueue.sendTo(self as AnyActorRef, { type: 'commands.ask', plan });
    }),
    send: enqueueActions(({ context, enqueue, system }, named: events.NamedPlan) => {
      const { plan, expiresAt } = named;
      const commands = rules.sendable(context, named);
      for (const { rxId } of commands) {
        const shownStill = context.live[rxId]?.[plan.commandType];
        if (shownStill !== undefined) enqueue.stopChild(shownStill.ref);
      }
      const batches = rules.withBatch(context, named);
      enqueue.assign(({ spawn }) => {
        let { live } = context;
        for (const { commandId, rxId } of commands) {
          const name: CommandName = { commandId, rxId, commandType: plan.commandType };
          const input = { ...name, status: 'pending', attemptNumber: 0 } as const;
          const ref = spawn('command', { id: `command ${commandId}`, input });
          live = withLive(live, { ...name, ref, expiresAt, isAnnounced: named.commands.length === 1, isSettled: false });
        }
        return { live, batches };
      });
      const line = socketIn(system);
      for (const message of messagesOf(plan.commandType, commands, expiresAt))
        enqueue.sendTo(line, { type: 'line.send', message });
    }),
    passLost: enqueueActions(({ context, enqueue }) => {
      for (const { ref } of allLive(context.live)) enqueue.sendTo(ref, { type: 'line.lost' });
    }),
    noteAsked: assign(({ context }) => ({ asked: allLive(context.live).filter(({ isSettled }) => !isSettled), reported: {} })),
    noteReported: assign(({ context }, received: events.CommandMessageReceived) => ({
      reported: rules.reportedWith(context, received),
    })),
    forgetReported: assign({ reported: null }),
    recordFound: record((context: events.CommandsContext, _, { output }: Found) =>
      rules.loadedFact(rules.upToDate(context, output)),
    ),
    passFound: enqueueActions(({ context, enqueue, self }, { output }: Found) => {
      const found = new Map(rules.upToDate(context, output).map((command) => [command.commandId, command]));
      for (const { commandId, ref } of context.asked) {
        const command = found.get(commandId);
        if (command === undefined && context.reported?.[commandId] !== undefined) continue;
        if (command === undefined) enqueue.sendTo(ref, { type: 'command.unknown' });
        else {
          const { status, attemptNumber, error } = command;
          enqueue.sendTo(ref, { type: 'command.reported', status, attemptNumber, error });
        }
      }
      // Queued behind the `command.sendAgain` reports of all commands, so that they share as few frames as
      // possible.
      enqueue.sendTo(self as AnyActorRef, { type: 'commands.gathered' });
    }),
    adopt: enqueueActions(
      (
        { context, enqueue, system },
        { commands }: { commands: readonly (CommandName & Pick<Command, 'status' | 'attemptNumber'> & { by?: Command['by'] })[] },
      ) => {
        const adopted = commands.filter((command) => rules.adoptable(context, command));
        if (adopted.length === 0) return;
        const own = adopted.filter(({ by }) => rules.isOwn(system, by));
        for (const { rxId, commandType } of adopted) {
          const shownStill = context.live[rxId]?.[commandType];
          if (shownStill !== undefined) enqueue.stopChild(shownStill.ref);
        }
        enqueue.assign(({ spawn }) => {
          let { live } = context;
          for (const command of adopted) {
            const { commandId, rxId, commandType, status, attemptNumber } = command;
            const input = { commandId, rxId, commandType, status, attemptNumber };
            const ref = spawn('command', { id: `command ${commandId}`, input });
            const isAnnounced = own.length === 1 && own[0] === command && !isInBatch(context.batches, commandId);
            live = withLive(live, { commandId, rxId, commandType, ref, expiresAt: null, isAnnounced, isSettled: false });
          }
          return { live };
        });
      },
    ),
    recordMessage: record((_, __, received: events.CommandMessageReceived) => rules.factsOf(received)),
    passOn: enqueueActions(({ context, enqueue }, received: events.CommandMessageReceived) => {
      const report = rules.reportIn(received);
      const ref = liveOf(context.live, report)?.ref;
      if (ref === undefined) return;
      if (received.message.type === 'commandAck') enqueue.sendTo(ref, { type: 'command.acknowledged' });
      else enqueue.sendTo(ref, { type: 'command.reported', ...received.message.payload });
    }),
    passRefused: enqueueActions(({ context, enqueue }, { commandIds, message }: events.CommandsRefused) => {
      for (const { commandId, ref } of allLive(context.live))
        if (commandIds.includes(commandId)) enqueue.sendTo(ref, { type: 'command.refused', error: message });
    }),
    noteLate: assign(({ context }, received: events.CommandMessageReceived) => ({
      batches: rules.afterMessage(context, received),
    })),
    noteSettled: assign(({ context: { live, batches } }, settled: Settled) => {
      const { commandId, status, error } = settled;
      const one = liveOf(live, settled);
      return {
        live: one === undefined ? live : withLive(live, { ...one, isSettled: true }),
        batches: withOutcome(batches, commandId, { status, error }),
      };
    }),
    noteResumed: assign(({ context: { live, batches } }, name: CommandName) => {
      const one = liveOf(live, name);
      return {
        live: one === undefined ? live : withLive(live, { ...one, isSettled: false }),
        batches: withoutOutcome(batches, name.commandId),
      };
    }),
    notifySettled: notify((_, __, settled: Settled) => endedNotice(settled) ?? { message: '', variant: 'info' }),
    gather: assign(({ context: { live, again } }, name: CommandName) => {
      const one = liveOf(live, name);
      return { again: one === undefined ? again : [...again, one] };
    }),
    sendAgain: enqueueActions(({ context, enqueue, system }) => {
      const line = socketIn(system);
      for (const message of rules.messagesAgain(context.again)) enqueue.sendTo(line, { type: 'line.send', message });
      enqueue.assign({ again: [] });
    }),
    forget: assign(({ context: { live, batches } }, name: CommandName) => ({
      live: withoutLive(live, name),
      batches: rules.afterGone(batches, name),
    })),
    dismiss: assign(({ context: { batches } }, { batchId }: { batchId: string }) => ({
      batches: batches.filter((batch) => batch.batchId !== batchId),
    })),
    notifyNotConnected: notify(() => ({ message: 'WebSocket not connected', variant: 'error', key: 'commands.line' })),
  },
  guards: {
    isAnnounced: ({ context }, settled: Settled) =>
      liveOf(context.live, settled)?.isAnnounced === true && endedNotice(settled) !== null,
  },
  delays: { findAgain: reloadRetryMs },
}).createMachine({
  id: 'commands',
  context: ({ input }) => rules.begunWith(input),
  on: {
    'message.received': {
      actions: [
        { type: 'recordMessage', params: theEvent },
        { type: 'noteReported', params: theEvent },
        { type: 'noteLate', params: theEvent },
        { type: 'passOn', params: theEvent },
        { type: 'adopt', params: ({ event }) => ({ commands: [rules.reportIn(event)] }) },
      ],
    },
    'commands.refused': { actions: { type: 'passRefused', params: theEvent } },
    'command.settled': [
      {
        guard: { type: 'isAnnounced', params: theEvent },
        actions: [
          { type: 'noteSettled', params: theEvent },
          { type: 'notifySettled', params: theEvent },
        ],
      },
      { actions: { type: 'noteSettled', params: theEvent } },
    ],
    'command.resumed': { actions: { type: 'noteResumed', params: theEvent } },
    'command.gone': { actions: { type: 'forget', params: theEvent } },
    'batch.dismiss': { actions: { type: 'dismiss', params: theEvent } },
  },
  initial: 'heard',
  states: {
    heard: {
      invoke: { id: 'commandUpdates', src: 'commandUpdates', onError: 'unheard' },
      initial: 'open',
      states: {
        open: {
          tags: 'ready',
          initial: 'finding',
          on: {
            'commands.missed': '.finding',
            'line.lost': { target: 'lost', actions: 'passLost' },
            'commands.ask': { actions: { type: 'nameCommands', params: theEvent } },
            'commands.named': { actions: { type: 'send', params: theEvent } },
            'batch.retry': { actions: { type: 'nameFailed', params: theEvent } },
            'command.sendAgain': { actions: { type: 'gather', params: theEvent } },
            'commands.gathered': { actions: 'sendAgain' },
          },
          states: {
            finding: {
              entry: 'noteAsked',
              invoke: {
                id: 'findCommands',
                src: 'findCommands',
                input: ({ context: { mitasId, asked } }) => ({
                  mitasId,
                  commandIds: asked.map(({ commandId }) => commandId),
                }),
                onDone: {
                  target: 'known',
                  actions: [
                    { type: 'recordFound', params: theEvent },
                    { type: 'passFound', params: theEvent },
                    { type: 'adopt', params: ({ event, context }) => ({ commands: rules.upToDate(context, event.output) }) },
                  ],
                },
                onError: 'unknown',
              },
            },
            /** The host did not answer; ask again, because only the host knows how the commands ended. */
            unknown: { entry: 'forgetReported', after: { findAgain: 'finding' } },
            known: { entry: 'forgetReported', on: { 'command.silent': 'finding' } },
          },
        },
        /** The line is lost: no command is sent, and no report arrives. */
        lost: {
          on: {
            'line.opened': 'open',
            'commands.ask': { actions: 'notifyNotConnected' },
            'commands.named': { actions: 'notifyNotConnected' },
            'batch.retry': { actions: 'notifyNotConnected' },
          },
        },
      },
    },
    /** The actor that reports on commands failed; no command can be sent. */
    unheard: { tags: 'failed', on: { 'commands.ask': { actions: 'notifyNotConnected' } } },
  },
});

export type CommandsRef = ActorRefFrom<typeof commandsMachine>;

function socketIn(system: AnyActorRef['system']): ActorRefFrom<typeof lineMachine> {
  return actorIn(system, socketId);
}
