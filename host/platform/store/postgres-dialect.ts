import { PostgresDialect, PostgresDriver, type PostgresDialectConfig } from 'kysely';

/**
 * Kysely's dialect, with one difference: a failed transaction rejects with its own error even if its rollback
 * fails too (a lost connection).
 */
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
    // Kysely would throw the rollback's error instead. The connection is already marked as unusable, and the
    // server rolls back by itself.
    await super.rollbackTransaction(...args).catch(() => undefined);
  }
}
