import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';
import { markWriting } from '../../../../host/platform/changes/change.ts';

/** The server ends the connection while it stores, so that it cannot roll back either. */
describe.each(engines)('a transaction whose rollback fails too, on the %s engine', (engine) => {
  let database: Database;
  beforeEach(async () => {
    database = await withTestDatabase(engine);
    await plantListeners(database);
    // The connection reports its end twice: by the failing statement, which is tested here, and by an event.
    database.pool.on('acquire', (client) => client.on('error', () => undefined));
    await database.pool.query(`
      create function throw_out() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid());
        return null;
      end $$;
      create trigger throw_out after insert on contacts_hourly for each statement execute function throw_out();
      create trigger throw_out after insert on systems for each statement execute function throw_out();`);
  });
  afterEach(() => database.close());

  const reason = /terminating connection due to administrator command/;

  test('a bulk load tells why it failed, and can be done again', async () => {
    await expect(copyContacts(database.pool, 'demo', [[sampleContact()]])).rejects.toThrow(reason);
    await database.pool.query('drop trigger throw_out on contacts_hourly');
    expect(await copyContacts(database.pool, 'demo', [[sampleContact()]])).toEqual({ accepted: 1, duplicates: 0, refused: 0 });
  });

  test('so does a bulk load that meets a duplicate first', async () => {
    await database.pool.query('alter table contacts_hourly disable trigger throw_out');
    await copyContacts(database.pool, 'demo', [[sampleContact()]]);
    await database.pool.query('alter table contacts_hourly enable trigger throw_out');
    await expect(copyContacts(database.pool, 'demo', [[sampleContact(), sampleContact({ code: 3 })]])).rejects.toThrow(reason);
  });

  test('so does any other transaction, and its connection is not used again', async () => {
    const making = database.db.transaction().execute(async (transaction) => {
      await markWriting(transaction);
      await transaction.insertInto('systems').values({ id: 'one', common_name: 'One' }).execute();
    });
    await expect(making).rejects.toThrow(reason);
    const after = await Promise.all(Array.from({ length: 8 }, () => sql`select 1`.execute(database.db)));
    expect(after).toHaveLength(8);
  });
});
