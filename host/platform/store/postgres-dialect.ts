import { PostgresDialect, PostgresDriver, type PostgresDialectConfig } from 'kysely';

/** Kysely's own, but for one thing: a transaction that fails tells why, also when rolling it back fails too (a lost connection). */
export class ReasonKeepingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new ReasonKeepingDriver(this.#config);
  }
}

class ReasonKeepingDriver extends PostgresDriver {
  override async rollbackTransaction(...args: Parameters<PostgresDriver['rollbackTransaction']>): Promise<void> {
    // Kysely would throw this instead of the reason. The connection is marked to be thrown away by then, and the server rolls back.
    await super.rollbackTransaction(...args).catch(() => undefined);
  }
}
