import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

describe.each(engines)('people of a host of before, on the %s engine', (engine) => {
  test('keep their accounts, sessions and links; systems offer the page of collaborators as they did (ROLE-10, ACC-25, ACC-30)', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0063-registration');
    await before.query(`
      set console.writing = 'on';
      insert into systems (id, common_name, sidebar) values ('plain', 'Plain', default),
        ('open', 'Open', '{"disabled": ["map"], "hidden": [], "enabled": ["modems", "collaborators"]}');
      insert into users (username, email, password_hash, activated) values
        ('cap', 'cap@example.org', 'x', true), ('\u0441\u0430\u0440', 'ka@example.org', 'x', true), ('two words', 'два@example.org', 'x', false);
      insert into sessions (user_id, created_at, expires_at) values (1, '2026-11-01', now() + interval '1 day'), (2, '2026-11-02', now());
      insert into refresh_tokens (token_hash, session_id, issued_at, expires_at, used_at)
        select '\\x01', id, '2026-11-03', now(), '2026-11-04' from sessions where user_id = 1;
      insert into account_tokens (token_hash, purpose, user_id, subscription, expires_at) values
        ('\\x01', 'unsubscribe', 1, 'alarms', now() + interval '1 day'), ('\\x02', 'invite', 1, null, now());
      insert into mail_outbox (kind, state, message_id, recipient, subject, body_text, body_html) values
        ('alarm', 'waiting', 'a@b', 'cap@example.org', 'Alarm', 'Text', '<p>');`);
    const people = 'select id, username, email, activated from users order by id';
    const { rows } = await before.query(people);
    await before.end();
    const { pool, close } = await connectDatabase(url, pino({ level: 'silent' }));
    expect((await pool.query(people)).rows).toEqual(rows);
    const sessions = await pool.query<{ device: string; used_at: Date }>('select device, used_at from sessions order by user_id');
    expect(sessions.rows).toEqual([
      { device: 'Unknown device', used_at: new Date('2026-11-04') },
      { device: 'Unknown device', used_at: new Date('2026-11-02') },
    ]);
    expect((await pool.query('select purpose from account_tokens')).rows).toEqual([{ purpose: 'unsubscribe' }]);
    expect((await pool.query('select id, collaborators_page, sidebar from systems order by id')).rows).toEqual([
      { id: 'open', collaborators_page: true, sidebar: { disabled: ['map'], hidden: [], enabled: ['modems'] } },
      { id: 'plain', collaborators_page: false, sidebar: { disabled: [], hidden: [], enabled: [] } },
    ]);
    await pool.query(`update mail_outbox set state = 'sent'`);
    expect((await pool.query('select body_text, body_html from mail_outbox')).rows, 'it held no link').toEqual([
      { body_text: 'Text', body_html: '<p>' },
    ]);
    // Existing names that look alike stay; a new one is refused, and so is a rename to one.
    await pool.query(`update users set first_name = 'Cap', username = 'CAP' where id = 1`);
    const refused = /looks like another/;
    await expect(pool.query(`insert into users (username, email) values ('c\u0430p', 'x@example.org')`)).rejects.toThrow(refused);
    await expect(pool.query(`update users set username = 'ca\u0440' where id = 3`)).rejects.toThrow(refused);
    await expect(
      pool.query(`insert into invitations (system_id, email, role_id, token_hash, expires_at)
      values ('plain', 'x@example.org', 4, '\\x03', now())`),
    ).rejects.toThrow('write through change()');
    await expect(pool.query('update systems set collaborators_page = true')).rejects.toThrow('write through change()');
    await close();
    await drop();
  });
});
