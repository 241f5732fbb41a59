import {
  type AnyActorRef,
  type EventObject,
  SimulatedClock,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { CommandUpdate } from '../../src/machines/commands/commands-events.ts';
import { type CommandsRef, commandsMachine } from '../../src/machines/commands/commands-machine.ts';
import { allLive } from '../../src/machines/commands/live-commands.ts';
import { type JournalRef, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { selectModel } from '../../src/machines/journal/journal-selectors.ts';
import type { CommandMessage } from '#model/contract/socket-messages.ts';
import type { Command, CommandStatus, CommandType } from '#model/entities/command.ts';
import { commandsModel } from '#model/commands/commands-model.ts';
import { factSamples } from './fact-samples.ts';

type Said = { notice: { message: string } };

/** Starts the commands of a session with real actors; the test acts as the host. */
export function startCommands() {
  const clock = new SimulatedClock();
  const sent: CommandMessage[] = [];
  const said: string[] = [];
  const finds: (PromiseWithResolvers<readonly Command[]> & { commandIds: readonly string[] })[] = [];
  let updates: ((update: CommandUpdate) => void) | undefined;
  let ids = 0;
  const keep = (take: (event: EventObject) => void) => fromCallback(({ receive }) => receive(take));
  const logic = commandsMachine.provide({
    actors: {
      commandUpdates: fromCallback(({ sendBack }) => {
        updates = sendBack;
      }),
      findCommands: fromPromise(({ input: { commandIds } }) => {
        const answer = { ...Promise.withResolvers<readonly Command[]>(), commandIds };
        finds.push(answer);
        return answer.promise;
      }),
    },
    actions: {
      nameCommands: ({ self }, { plan }) => {
        const commands = plan.rxIds.map((rxId) => ({ rxId, commandId: `command-${String((ids += 1)).padStart(8, '0')}` }));
        self.send({ type: 'commands.named', plan, commands, expiresAt: plan.waitMs === null ? null : 1_000_000 });
      },
    },
  });
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'journal', src: journalLogic(() => 0) },
        { systemId: 'socket', src: keep((event) => void sent.push((event as unknown as { message: CommandMessage }).message)) },
        { systemId: 'snackbar', src: keep((event) => void said.push((event as unknown as Said).notice.message)) },
        { systemId: 'commands', src: logic, input: { mitasId: 'demo' } },
      ],
    }),
    { clock },
  ).start();
  const journal = root.system.get('journal') as JournalRef;
  journal.send({ type: 'journal.join', models: [commandsModel] });
  journal.send({ type: 'journal.append', entries: [{ type: 'happened', fact: factSamples['account.loaded'] }] });
  const commands = root.system.get('commands') as CommandsRef;
  const tell = (update: CommandUpdate): void => updates?.(update);
  const nameOf = (at: number, rxId: number, commandType: CommandType) => ({
    commandId: `command-${String(at).padStart(8, '0')}`,
    rxId,
    commandType,
  });
  const answerTo = async (find: (typeof finds)[number] | undefined, found: readonly Command[]): Promise<void> => {
    find?.resolve(found);
    await find?.promise;
    await Promise.resolve();
  };
  return {
    clock,
    sent,
    said,
    finds,
    commands,
    tell,
    lose: () => tell({ type: 'line.lost' }),
    ask: (commandType: CommandType, rxIds: readonly number[], waitMs: number | null = null) =>
      commands.send({ type: 'commands.ask', plan: { commandType, rxIds, waitMs } }),
    acknowledge: (at: number, rxId = 12, commandType: CommandType = 'rxReboot') =>
      tell({ type: 'message.received', message: { type: 'commandAck', payload: { ...nameOf(at, rxId, commandType), at: 5 } } }),
    report: (at: number, status: CommandStatus, error: string | null = null, rxId = 12, commandType: CommandType = 'rxReboot') =>
      tell({
        type: 'message.received',
        message: { type: 'commandStatus', payload: { ...nameOf(at, rxId, commandType), status, error, at: 6 } },
      }),
    /** Reconnects the line; the host answers with the commands it knows. */
    reconnect: async (found: readonly Command[]) => {
      const before = finds.length;
      tell({ type: 'line.opened' });
      await answerTo(finds[before], found);
    },
    /** The host answers the last request. */
    answer: (found: readonly Command[]) => answerTo(finds.at(-1), found),
    known: (at: number, status: CommandStatus, rest: Partial<Command> = {}): Command => ({
      ...nameOf(at, 12, 'rxReboot'),
      status,
      attemptNumber: 1,
      error: null,
      by: { id: factSamples['account.loaded'].account.id, name: 'Ada Byron' },
      askedAt: 1,
      changedAt: 2,
      expiresAt: null,
      ...rest,
    }),
    states: () =>
      allLive(commands.getSnapshot().context.live).map(({ ref }) => (ref as AnyActorRef).getSnapshot().value as unknown),
    batches: () => commands.getSnapshot().context.batches,
    listed: () => Object.values(selectModel(journal.getSnapshot(), commandsModel)?.commands ?? {}),
  };
}
