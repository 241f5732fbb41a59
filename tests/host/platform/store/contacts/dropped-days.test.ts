import { beforeEach, describe, expect, test } from 'vitest';
import { copyContacts, insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { newestContacts } from '../../../../../host/platform/store/contacts/contacts-query.ts';
import { contactSpan } from '../../../../support/contact-span.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../../support/emptied-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines } from '../../../../support/test-database.ts';

const thisYear = new Date().getUTCFullYear();
const dayMs = 86_400_000;
/** One in a daily partition, and one in a monthly partition. */
const recent = sampleContact({ ts: Date.UTC(thisYear - 1, 4, 3, 12) });
const old = sampleContact({ ts: Date.UTC(thisYear - 4, 4, 3, 12) });
const nextTo = (contact: typeof recent, days: number) => ({ ...contact, ts: contact.ts + days * dayMs });

describe.each(engines)('days whose contacts were dropped, on the %s engine (CON-11, STO-3, STAT-4)', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database);
  });

  const counted = async () => {
    const { rows } = await database.pool.query<{ hour: Date; count: number }>(
      `select hour, sum(count)::integer as count from contacts_hourly group by 1 order by 1`,
    );
    return rows.map(({ hour, count }) => [hour.toISOString().slice(0, 10), count]);
  };
  const drop = async (day: number) => {
    const { rows } = await database.pool.query<{ days: number }>('select drop_contact_partition($1::date) as days', [
      new Date(day).toISOString().slice(0, 10),
    ]);
    return rows[0]?.days;
  };

  test('are noted with the drop; a resend is refused, changes no rollup, and loses nothing else', async () => {
    await insertContacts(database.pool, 'demo', [old, recent, nextTo(recent, 1)]);
    const before = await counted();
    expect([await drop(recent.ts), await drop(old.ts), await drop(recent.ts)]).toEqual([1, 31, 0]);
    const { rows } = await database.pool.query<{ days: number }>('select count(*)::integer as days from dropped_contact_days');
    expect(rows).toEqual([{ days: 32 }]);

    const unseen = { ...recent, code: 77 };
    const fresh = nextTo(recent, 2);
    const resent = [old, recent, nextTo(recent, 1), unseen, nextTo(old, 20), fresh];
    expect(await insertContacts(database.pool, 'demo', resent)).toEqual({
      accepted: [fresh],
      duplicates: 1,
      refused: [old, recent, unseen, nextTo(old, 20)],
    });
    expect(await copyContacts(database.pool, 'demo', [resent])).toEqual({ accepted: 0, duplicates: 2, refused: 4 });
    expect(await counted()).toEqual([...before, [new Date(fresh.ts).toISOString().slice(0, 10), 1]]);
  });

  test('are known to a process that stored contacts of them before, and to one that did not', async () => {
    await insertContacts(database.pool, 'demo', [recent]);
    await drop(recent.ts);
    for (let time = 0; time < 2; time += 1) {
      expect(await insertContacts(database.pool, 'demo', [recent])).toEqual({ accepted: [], duplicates: 0, refused: [recent] });
    }
  });

  test.each(['drop table', 'alter table contacts detach partition'])(
    'by hand (%s) are told by what the rollups hold',
    async (by) => {
      const [day] = new Date(recent.ts).toISOString().split('T');
      await insertContacts(database.pool, 'demo', [recent, old]);
      const before = await counted();
      await database.pool.query(`${by} contacts_${day?.replaceAll('-', '')}; ${by} contacts_${thisYear - 4}05`);
      expect(await insertContacts(database.pool, 'demo', [recent, old])).toMatchObject({ accepted: [], refused: [recent, old] });
      expect(await copyContacts(database.pool, 'demo', [[recent]])).toMatchObject({ accepted: 0, refused: 1 });
      expect(await counted()).toEqual(before);
    },
  );

  test('a partition that is put back takes contacts again', async () => {
    const [day] = new Date(recent.ts).toISOString().split('T');
    const name = `contacts_${day?.replaceAll('-', '')}`;
    await insertContacts(database.pool, 'demo', [recent]);
    await database.pool.query(`alter table contacts detach partition ${name}`);
    expect((await insertContacts(database.pool, 'demo', [recent])).refused).toEqual([recent]);
    await database.pool.query(
      `alter table contacts attach partition ${name} for values from ('${day} 00:00Z') to ('${day} 23:59:60Z')`,
    );
    expect(await insertContacts(database.pool, 'demo', [recent])).toEqual({ accepted: [], duplicates: 1, refused: [] });
  });

  test('days next to dropped ones are stored in partitions of their own, whatever their age', async () => {
    await insertContacts(database.pool, 'demo', [old]);
    await database.pool.query(`drop table contacts_${thisYear - 4}05`);
    expect(await insertContacts(database.pool, 'demo', [nextTo(old, 1), old])).toMatchObject({
      accepted: [nextTo(old, 1)],
      refused: [old],
    });
    const { rows } = await database.pool.query(`select to_regclass('contacts_${thisYear - 4}0504') is not null as daily`);
    expect(rows).toEqual([{ daily: true }]);
  });

  test('while writers go on storing, a drop neither doubles nor half-counts anything', async () => {
    const contacts = Array.from({ length: 40 }, (_, code) => ({ ...recent, code }));
    const results = await Promise.all([
      ...contacts.map((contact) => insertContacts(database.pool, 'demo', [contact])),
      drop(recent.ts),
      ...contacts.map((contact) => insertContacts(database.pool, 'demo', [contact])),
    ]);
    const accepted = results.flatMap((result) => (typeof result === 'object' ? result.accepted : []));
    const sum = (await counted()).reduce((total, [, count]) => total + Number(count), 0);
    expect(sum).toBe(accepted.length);
    expect(new Set(accepted.map(({ code }) => code)).size).toBe(accepted.length);
  });

  test('span and newest pass over what the rollups alone remember', async () => {
    const contacts = Array.from({ length: 60 }, (_, day) => nextTo(old, day * 5));
    await insertContacts(database.pool, 'demo', [...contacts, recent]);
    await drop(old.ts);
    await drop(recent.ts);
    const kept = contacts.filter(({ ts }) => new Date(ts).getUTCMonth() !== 4 || new Date(ts).getUTCFullYear() !== thisYear - 4);
    expect(await contactSpan(database.pool, 'demo')).toEqual({ first: kept[0]?.ts, last: kept.at(-1)?.ts });
    expect(await newestContacts(database.pool, 'demo', 0, 3)).toEqual(kept.slice(-3));
  });

  test('a drop that cannot have its lock gives up rather than hold up every reader', async () => {
    await insertContacts(database.pool, 'demo', [recent]);
    const reader = await database.pool.connect();
    await reader.query('begin; select count(*) from contacts');
    await expect(drop(recent.ts)).rejects.toThrow(/lock timeout/);
    await reader.query('commit');
    reader.release();
    expect((await insertContacts(database.pool, 'demo', [recent])).duplicates).toBe(1);
  });
});
