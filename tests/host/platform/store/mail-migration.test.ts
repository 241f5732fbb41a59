import { pino } from 'pino';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

test.each(engines)(
  'mails and tokens of before are kept, and nothing of them is sent, on the %s engine (STO-2)',
  async (engine) => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0032-mail');
    await before.query(`
    insert into users (username, email) values ('ada', 'ada@example.org');
    insert into mail_outbox (recipient, subject, body_text) values ('ada@example.org', 'Hello', 'Text'), ('bob@example.org', 'Hello', 'Text');
    insert into account_tokens (token_hash, purpose, user_id, expires_at) select '\\x01', 'reset', id, now() from users;`);
    await before.end();
    const database = await connectDatabase(url, pino({ level: 'silent' }));
    const { rows } = await database.pool.query<{ message_id: string }>('select * from mail_outbox order by id');
    expect(rows).toMatchObject([
      { recipient: 'ada@example.org', kind: 'other', state: 'kept', unsubscribe_url: null },
      { recipient: 'bob@example.org', kind: 'other', state: 'kept', unsubscribe_url: null },
    ]);
    expect(new Set(rows.map(({ message_id }) => message_id)).size).toBe(2);
    const tokens = await database.pool.query('select purpose, subscription from account_tokens');
    expect(tokens.rows).toEqual([{ purpose: 'reset', subscription: null }]);
    await database.close();
    await drop();
  },
);
