import { pino } from 'pino';
import { type CommandStep, RunningCommands } from '../../../host/domain/commands/index.ts';
import { createLocalBus } from '../../../host/platform/bus/bus.ts';
import { openLine } from '../../../host/platform/bus/database-line.ts';
import { openWire } from '../../../host/platform/bus/open-wire.ts';
import { startRelay } from '../../../host/platform/bus/relay.ts';
import type { Database } from '../../../host/platform/store/database.ts';
import { type Got, scripted } from '../../support/command-stage.ts';
import { soleHost } from '../../support/sole-host.ts';
import { expect } from './fixtures.ts';

/**
 * Another host on the product's database, which runs the commands of one system (CMD-8): its receivers answer
 * when the test says so, and their answers reach the page in the real way.
 */
export class CommandingHost {
  readonly #database: Database;
  readonly #systemId: string;
  readonly #got: Got[];
  readonly #close: () => Promise<void>;

  private constructor(database: Database, systemId: string, got: Got[], close: () => Promise<void>) {
    this.#database = database;
    this.#systemId = systemId;
    this.#got = got;
    this.#close = close;
  }

  static async start(database: Database, systemId: string): Promise<CommandingHost> {
    const log = pino({ level: 'silent' });
    const bus = createLocalBus();
    const line = openLine(database.pool.options, log);
    const { wire, close } = await openWire({ busUrl: undefined, database, line }, log);
    const relay = startRelay({ bus, wire, log });
    const got: Got[] = [];
    const running = new RunningCommands({ database, bus, systemId, lease: soleHost, driver: scripted(got) });
    await expect.poll(() => relay.isUp, 'the hosts hear each other').toBe(true);
    return new CommandingHost(database, systemId, got, async () => {
      await running.stop();
      await relay.close();
      await close();
      await line.close();
    });
  }

  /** How many commands its receivers received. */
  get count(): number {
    return this.#got.length;
  }

  /**
   * Waits until the receivers received a command. From then on the host's clock does not end it, as the test
   * controls the page's clock.
   */
  async untilGot(): Promise<void> {
    await expect.poll(() => this.count, 'the receiver gets the command').toBe(1);
    await this.#database.pool.query(`update commands set ends_at = now() + interval '1 hour' where ends_at is not null`);
  }

  /** Has the receiver take these steps with its last command. */
  answer(...steps: CommandStep[]): void {
    for (const step of steps) this.#got.at(-1)?.answer(step);
  }

  /** Returns the statuses of the system's commands. */
  async stand(): Promise<string[]> {
    const rows = this.#database.db.selectFrom('commands').select('status').where('system_id', '=', this.#systemId);
    return (await rows.execute()).map(({ status }) => status);
  }

  /** Deletes every command, as when a backup is restored. */
  async forget(): Promise<void> {
    await this.#database.db.deleteFrom('commands').where('system_id', '=', this.#systemId).execute();
  }

  /** Ends every command, so that the next test finds none. */
  async clear(): Promise<void> {
    for (const one of this.#got.splice(0)) one.end();
    await this.forget();
  }

  close(): Promise<void> {
    return this.#close();
  }
}
