import type { Database } from '../../../host/platform/store/database.ts';

/**
 * The real host while its database fails one system's writes (the host answers 500) or delays them (it does
 * not answer). Its other systems, used by other tests, work as usual.
 */
export class AilingHost {
  readonly #database: Pick<Database, 'pool' | 'asOwner'>;
  readonly #mitasId: string;
  readonly #name: string;

  constructor(database: Pick<Database, 'pool' | 'asOwner'>, mitasId: string) {
    this.#database = database;
    this.#mitasId = mitasId;
    this.#name = `fail_${mitasId.replaceAll(/\W/g, '_')}`;
  }

  /** Runs `work` while the database refuses every change of the system. */
  async failing(work: () => Promise<void>): Promise<void> {
    const name = this.#name;
    await this.#alter(`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        if new.system_id = '${this.#mitasId}' then raise exception 'The page of this index is torn' using errcode = 'XX001'; end if;
        return new;
      end $$;
      create trigger ${name} before insert on changes for each row execute function ${name}();`);
    try {
      await work();
    } finally {
      await this.#alter(`drop trigger ${name} on changes; drop function ${name}();`);
    }
  }

  /**
   * Runs `work` while changes of the system wait; afterwards the waiting ones are made. `isWaitedFor` tells
   * whether one waits.
   */
  async stalling(work: (isWaitedFor: () => Promise<boolean>) => Promise<void>): Promise<void> {
    const client = await this.#database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from system_revisions where system_id = $1 for update', [this.#mitasId]);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await work(async () => {
        const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
        return (await this.#database.pool.query(waiting, [rows[0]?.pid])).rowCount !== 0;
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  /** Only the owner of the tables may alter them. */
  async #alter(statements: string): Promise<void> {
    await this.#database.asOwner(({ pool }) => pool.query(statements));
  }
}
