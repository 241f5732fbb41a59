import { sql } from 'kysely';
import { pino } from 'pino';
import { RunningCommands, type CommandDriver, type CommandStep, type SentCommand } from '../../host/domain/commands/index.ts';
import { askedByMessage } from '../../host/domain/commands/ask-commands.ts';
import { watchCommands } from '../../host/domain/commands/watch-commands.ts';
import { createLocalBus, type Bus } from '../../host/platform/bus/bus.ts';
import type { Database } from '../../host/platform/store/database.ts';
import type { CommandMessage, IncomingOf } from '#model/contract/socket-messages.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { newSystemId } from './file-database.ts';
import { soleHost } from './sole-host.ts';
import { type Engine, withTestDatabase } from './test-database.ts';
import { addPerson, addReceivers, addSystem } from './test-host.ts';

type Said = IncomingOf<'commandAck'> | IncomingOf<'commandStatus'>;

/**
 * A command that a receiver got. The test decides its answers. `isLeft`: the host has stopped waiting for
 * more.
 */
export type Got = SentCommand & { signal: AbortSignal; answer(step: CommandStep): void; end(): void; isLeft: boolean };

/** One host process, as far as commands are concerned. */
export type CommandHost = {
  bus: Bus;
  /** The messages about commands that its consoles received. */
  said: Said[];
  /** The statuses sent about a command; 'ack' for its acknowledgement. */
  wordsOf(commandId: string): string[];
  /** Sends a person's message; rejects with the error they get. */
  say(message: CommandMessage): Promise<void>;
  /** Starts to run the system's commands; `got` are those that receivers got. */
  run(): { got: Got[]; running: RunningCommands };
  close(): Promise<void>;
};

/** A simulated system with two online receivers, and any number of hosts on its database. */
export type CommandStage = {
  database: Database;
  systemId: string;
  /** The person who sends the commands. */
  userId: number;
  rx: readonly [number, number];
  /** Reads a command's row. */
  row(commandId: string): Promise<{ status: string; error: string | null; attempt: number; user_name: string | null }>;
  setStatus(rxId: number, status: number): Promise<void>;
  /** Lets a command time out. */
  runOut(commandId: string): Promise<void>;
  /** `leftMs`: how long after its host is gone a command times out. */
  host(leftMs?: number): CommandHost;
  close(): Promise<void>;
};

let made = 0;
/** Returns an id like those that consoles make. */
export const newCommandId = (): string => `command-of-a-test-${(made += 1)}`;

/**
 * Opens a stage: with its own database, where the system is 'river', or beside other stages, whose hosts see
 * its commands too.
 */
export async function commandStage(
  kind: 'simulated' | 'ingest' | 'replay' = 'simulated',
  on: Engine | Database = 'embedded',
): Promise<CommandStage> {
  const isOwn = typeof on === 'string';
  const database = isOwn ? await withTestDatabase(on) : on;
  const [systemId, username] = isOwn ? ['river', 'ada'] : [newSystemId('river'), newSystemId('ada')];
  const userId = await addPerson({ database }, username, { last_name: 'ada' });
  await addSystem({ database }, systemId, [[userId, 3]], { kind });
  const rx = await addReceivers({ database }, systemId, ['A', 'B']);
  const log = pino({ level: 'silent' });
  const hosts: CommandHost[] = [];

  async function setStatus(rxId: number, status: number): Promise<void> {
    await database.db
      .insertInto('receiver_reports')
      .values({ rx_id: rxId, status, status_time: new Date(), model: null })
      .onConflict((conflict) => conflict.column('rx_id').doUpdateSet({ status }))
      .execute();
  }
  for (const id of rx) await setStatus(id, receiverStatuses.online);

  function host(leftMs?: number): CommandHost {
    const bus = createLocalBus();
    const said: Said[] = [];
    bus.subscribe((event) => {
      if (event.kind !== 'message') return;
      const { message } = event;
      if (message.type === 'commandAck' || message.type === 'commandStatus') said.push(message);
    });
    const ask = askedByMessage({ database, bus, log });
    const watch = watchCommands({ database, bus, log }, leftMs);
    const runs: RunningCommands[] = [];
    const one: CommandHost = {
      bus,
      said,
      wordsOf: (commandId) =>
        said
          .filter(({ payload }) => payload.commandId === commandId)
          .map((word) => (word.type === 'commandAck' ? 'ack' : word.payload.status)),
      say: (message) => ask(message, { userId, mitasId: systemId }),
      run() {
        const got: Got[] = [];
        const running = new RunningCommands({ database, bus, systemId, lease: soleHost, driver: scripted(got) });
        runs.push(running);
        return { got, running };
      },
      async close() {
        await Promise.all(runs.map((running) => running.stop()));
        await watch.close();
      },
    };
    hosts.push(one);
    return one;
  }

  return {
    database,
    systemId,
    userId,
    rx,
    setStatus,
    async row(commandId) {
      const found = database.db.selectFrom('commands').select(['status', 'error', 'attempt', 'user_name']);
      return found.where('command_id', '=', commandId).executeTakeFirstOrThrow();
    },
    async runOut(commandId) {
      const isWaiting = sql<boolean>`status = 'waiting'`;
      const [its, past] = [database.db.updateTable('commands').where('command_id', '=', commandId), new Date(0)];
      await its.where(isWaiting).set({ expires_at: past }).execute();
      await its
        .where(sql<boolean>`not ${isWaiting}`)
        .set({ ends_at: past })
        .execute();
    },
    host,
    async close() {
      await Promise.all(hosts.map((one) => one.close()));
      if (isOwn) await database.close();
    },
  };
}

/** Returns receivers that answer as the test tells them. */
export function scripted(got: Got[]): CommandDriver {
  return {
    async *execute(command, signal) {
      const steps: CommandStep[] = [];
      let isOver = false;
      let wake = (): void => undefined;
      const change = (what: () => void) => () => {
        what();
        wake();
      };
      signal.addEventListener(
        'abort',
        change(() => (isOver = true)),
        { once: true },
      );
      const one: Got = {
        ...command,
        isLeft: false,
        signal,
        answer: (step) => change(() => steps.push(step))(),
        end: change(() => (isOver = true)),
      };
      got.push(one);
      try {
        for (;;) {
          const step = steps.shift();
          if (step !== undefined) yield step;
          else if (isOver) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        one.isLeft = true;
      }
    },
  };
}
