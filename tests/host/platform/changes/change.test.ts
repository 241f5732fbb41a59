import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPeople } from '../../../../host/platform/changes/activity.ts';
import { change, type Operation, wasDone } from '../../../../host/platform/changes/change.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { isKnownItem } from '#model/changes/change.ts';
import { accountName } from '#model/entities/account.ts';
import { lockWaits } from '../../../support/database-attacks.ts';
import { planted } from '../../../support/planted.ts';
import { until } from '../../../support/live-stage.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';
import { addPerson, addSystem } from '../../../support/test-host.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const operation = (id: string, body = id): Operation => ({ id: `operation-of-test-${id}`, hash: hashOf(body) });

describe.each(engines)('changes on the %s engine (CHG-1)', (engine) => {
  let database: Database;
  let ada: number;
  let rx: number[];
  const ask = (more: { operation?: Operation; systemId?: string; by?: { id: number } } = {}) =>
    ({ systemId: 'river', by: { id: ada }, through: 'console', ...more }) as const;
  const rename = (id: number, alias: string, more: { operation?: Operation } = {}) =>
    change(database, ask(more), (tx) => tx.edit('receiver.renamed', id, { alias }));
  const stored = () =>
    database.db.selectFrom('changes').selectAll().where('system_id', '=', 'river').orderBy('revision').execute();

  beforeAll(async () => {
    database = await withTestDatabase(engine);
    ada = await addPerson({ database }, 'ada');
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await planted(database).deleteFrom('systems').execute();
    await addSystem({ database }, 'river');
    await addSystem({ database }, 'lake');
    const made = await change(database, ask(), async (tx) => {
      const ids: number[] = [];
      for (const alias of ['A', 'B', 'C']) ids.push(await tx.create('receiver', { alias }));
      return ids;
    });
    rx = made.reply;
  });

  test('one transaction is one revision: what was done, before and after, by whom, and the rows say so', async () => {
    const [a = 0] = rx;
    const done = await change(database, ask(), async (tx) => {
      await tx.edit('receiver.renamed', a, { alias: 'North' });
      await tx.edit('receiver.renamed', a, { alias: 'South' });
      await tx.edit('receiver.enabledChanged', a, { enabled: false });
      await tx.edit('receiver.recoloured', a, { color: '#9ccc65' });
    });
    const items = [
      { kind: 'receiver.renamed', id: a, name: 'A', before: { alias: 'A' }, after: { alias: 'South' } },
      { kind: 'receiver.enabledChanged', id: a, name: 'A', before: { enabled: true }, after: { enabled: false } },
    ];
    expect(done).toEqual({ epoch: expect.any(String), revision: 2, items, reply: undefined });
    expect((await stored()).at(-1)).toMatchObject({
      revision: 2,
      user_id: ada,
      user_name: 'Test ada',
      through: 'console',
      undoes: null,
      items,
    });
    const row = await database.db.selectFrom('receivers').selectAll().where('id', '=', a).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ alias: 'South', enabled: false, rev: 2 });
  });

  test.each([
    ['Ada', 'Lovelace'],
    ['Ada', ''],
    ['', 'Lovelace'],
    [' Ada\t', ' '],
    ['', ''],
    [' ', '\n'],
  ])('the author is noted by the name that consoles show: %j %j', async (firstName, lastName) => {
    const person = { firstName, lastName, username: `somebody ${randomUUID()}` };
    const id = await addPerson({ database }, person.username);
    await database.db.updateTable('users').set({ first_name: firstName, last_name: lastName }).where('id', '=', id).execute();
    await change(database, ask({ by: { id } }), (tx) => tx.edit('receiver.renamed', rx[0] ?? 0, { alias: 'North' }));
    expect((await stored()).at(-1)).toMatchObject({ user_id: id, user_name: accountName(person) });
    expect(await readPeople(database.db, 'river')).toContainEqual({ id, name: accountName(person) });
  });

  test('what stands so already is no change, and answers where the system stands (CHG-4)', async () => {
    const [a = 0] = rx;
    expect(await rename(a, 'A')).toMatchObject({ revision: 1, items: [], reply: false });
    expect(await stored()).toHaveLength(1);
  });

  test("another system's things are not there, and nothing is changed by half", async () => {
    const [a = 0, b = 0] = rx;
    const foreign = change(database, ask({ systemId: 'lake' }), (tx) => tx.edit('receiver.renamed', a, { alias: 'Mine' }));
    await expect(foreign).rejects.toMatchObject({ status: 404 });
    const half = change(database, ask(), async (tx) => {
      await tx.edit('receiver.renamed', b, { alias: 'Half' });
      await tx.edit('receiver.renamed', 2_000_000_000, { alias: 'None' });
    });
    await expect(half).rejects.toMatchObject({ status: 404 });
    const aliases = await database.db.selectFrom('receivers').select('alias').orderBy('id').execute();
    expect(aliases.map(({ alias }) => alias)).toEqual(['A', 'B', 'C']);
  });

  test('eight writers at once, some of whom roll back, leave revisions without a gap that become visible in order (CHG-2)', async () => {
    const seen: number[][] = [];
    let writing = true;
    const watching = (async () => {
      while (writing) seen.push((await stored()).map(({ revision }) => revision));
    })();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, writer) => {
        const results = [];
        for (let turn = 0; turn < 25; turn++) {
          const id = rx[(writer + turn) % rx.length] ?? 0;
          const work = change(database, ask(), async (tx) => {
            await tx.edit('receiver.portChanged', id, { portNumber: 1 + writer * 1_000 + turn });
            if (turn % 5 === 4) throw new Error('thought better of it');
          });
          results.push(await work.catch((error: Error) => error.message));
        }
        return results;
      }),
    );
    writing = false;
    await watching;
    const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [String(outcome.reason)]));
    const revisions = results
      .flatMap((result) => (typeof result === 'string' ? [] : [result.revision]))
      .toSorted((a, b) => a - b);
    expect(results.filter((result) => typeof result === 'string')).toEqual(Array(40).fill('thought better of it'));
    expect(revisions).toEqual(Array.from({ length: 160 }, (_, i) => i + 2));
    const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    for (const look of seen) expect(look).toEqual(upTo(look.length));
    // Each change's old value is what the previous one left.
    const ports = new Map(rx.map((id) => [id, 20_001]));
    for (const { items } of (await stored()).slice(1)) {
      for (const item of items) {
        if (!isKnownItem(item) || item.kind !== 'receiver.portChanged') throw new Error(`unexpected ${item.kind}`);
        expect(item.before.portNumber).toBe(ports.get(item.id));
        ports.set(item.id, item.after.portNumber);
      }
    }
  });

  test('a repeat after the commit changes nothing and is answered as the first was (CHG-5)', async () => {
    const [a = 0] = rx;
    const first = await rename(a, 'North', { operation: operation('1') });
    await rename(a, 'Elsewhere');
    expect(await rename(a, 'North', { operation: operation('1') })).toEqual(first);
    expect(await stored()).toHaveLength(3);
    const row = await database.db.selectFrom('receivers').select('alias').where('id', '=', a).executeTakeFirstOrThrow();
    expect(row.alias).toBe('Elsewhere');
  });

  test('a repeat of what changed nothing changes nothing later, either', async () => {
    const [a = 0] = rx;
    const first = await rename(a, 'A', { operation: operation('idle') });
    await rename(a, 'Elsewhere');
    expect(await rename(a, 'A', { operation: operation('idle') })).toEqual(first);
  });

  test('a repeat beside the first waits for it and is answered by it', async () => {
    const [a = 0] = rx;
    const answers = await Promise.all(Array.from({ length: 6 }, () => rename(a, 'North', { operation: operation('2') })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await stored()).toHaveLength(2);
  });

  test.each([
    ['done', true],
    ['given up', false],
  ])('whether one under way was done is known once it is %s (CHG-5)', async (_, isDone) => {
    const [a = 0] = rx;
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const first = change(database, ask({ operation: operation('5') }), async (tx) => {
      await tx.edit('receiver.renamed', a, { alias: 'North' });
      begun.resolve();
      await end.promise;
    });
    const ended = first.then(
      () => true,
      () => false,
    );
    await begun.promise;
    const known = wasDone(database, { userId: ada, systemId: 'river' }, { id: operation('5').id });
    await expect.poll(() => lockWaits(database), { timeout: 10_000 }).toBe(1);
    if (isDone) end.resolve();
    else end.reject(new Error('given up'));
    expect([await ended, await known]).toEqual([isDone, isDone]);
    // The query did not use up the id.
    await rename(a, 'North', { operation: operation('5') });
    expect(await stored()).toHaveLength(2);
  });

  test('whether something was done is asked by its id, and by all that it was where that is known (CHG-5)', async () => {
    const [a = 0] = rx;
    const who = { userId: ada, systemId: 'river' };
    const { id, hash } = operation('6');
    expect([await wasDone(database, who, { id }), await wasDone(database, who, { id, hash })]).toEqual([false, false]);
    await rename(a, 'North', { operation: operation('6') });
    expect([await wasDone(database, who, { id }), await wasDone(database, who, { id, hash })]).toEqual([true, true]);
    await expect(wasDone(database, who, operation('6', 'another'))).rejects.toMatchObject({ status: 422 });
    const other = await addPerson({ database }, `somebody ${randomUUID()}`);
    expect(await wasDone(database, { ...who, userId: other }, { id })).toBe(false);
  });

  test('the same id with another body is refused, and a refusal is not remembered', async () => {
    const [a = 0] = rx;
    await rename(a, 'North', { operation: operation('3') });
    await expect(rename(a, 'South', { operation: operation('3', 'another') })).rejects.toMatchObject({ status: 422 });
    await expect(rename(2_000_000_000, 'X', { operation: operation('4') })).rejects.toMatchObject({ status: 404 });
    expect(await rename(a, 'South', { operation: operation('4', 'another') })).toMatchObject({ revision: 3 });
  });

  test('a rename of a site that is under way holds up no change of what stands there, as both would wait for each other', async () => {
    const { reply } = await change(database, ask(), async (tx) => {
      const site = await tx.create('site', { alias: 'Weir' });
      return { site, receiver: await tx.create('receiver', { alias: 'D', SiteId: site }) };
    });
    let tries = 0;
    const renamed = change(database, ask(), async (tx) => {
      tries++;
      await tx.edit('site.renamed', reply.site, { alias: 'Old weir' });
      // The other change takes the counter first.
      await change(database, ask(), async (other) => {
        await other.edit('receiver.recoloured', reply.receiver, { color: '#112233' });
      });
    });
    expect((await renamed).revision).toBe(4);
    expect(tries).toBe(1);
  });

  test("an edit back to what stood before another's unfinished change is written, as it is told", async () => {
    const [a = 0] = rx;
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = change(database, ask(), async (tx) => {
      await tx.edit('receiver.enabledChanged', a, { enabled: false });
      begun.resolve();
      await finish.promise;
    });
    await begun.promise;
    const second = change(database, ask(), (tx) => tx.edit('receiver.enabledChanged', a, { enabled: true }));
    await expect.poll(() => lockWaits(database), { timeout: 10_000 }).toBe(1);
    finish.resolve();
    await first;
    expect((await second).items).toEqual([
      { kind: 'receiver.enabledChanged', id: a, name: 'A', before: { enabled: false }, after: { enabled: true } },
    ]);
    const row = await database.db.selectFrom('receivers').select(['enabled', 'rev']).where('id', '=', a).executeTakeFirst();
    expect(row).toEqual({ enabled: true, rev: 3 });
  });

  test('an edit of nothing changes nothing', async () => {
    const [a = 0] = rx;
    const done = await change(database, ask(), (tx) => tx.edit('receiver.renamed', a, {} as { alias: string }));
    expect(done).toMatchObject({ items: [], reply: false });
  });

  test('two that wait for each other both succeed (CHG-6)', async () => {
    const [a = 0, b = 0] = rx;
    let tries = 0;
    let haveOne = 0;
    const crossing = (first: number, second: number, portNumber: number) =>
      change(database, ask(), async (tx) => {
        tries++;
        await tx.edit('receiver.portChanged', first, { portNumber });
        haveOne++;
        await until('both to hold one row', () => haveOne >= 2);
        await tx.edit('receiver.portChanged', second, { portNumber });
      });
    const done = await Promise.all([crossing(a, b, 5), crossing(b, a, 6)]);
    expect(done.map(({ revision }) => revision).toSorted((x, y) => x - y)).toEqual([2, 3]);
    // Transactions that deadlocked may do so once more.
    expect(tries).toBeGreaterThanOrEqual(3);
  });

  test('a deadlock that comes again and again is told', async () => {
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    let tries = 0;
    const work = change(database, ask(), () => {
      tries++;
      return Promise.reject(deadlock);
    });
    await expect(work).rejects.toBe(deadlock);
    expect(tries).toBe(4);
  });

  test('what was told stays, and edits of other systems count for themselves', async () => {
    await expect(database.db.updateTable('changes').set({ user_name: 'Eve' }).execute()).rejects.toThrow(/stays as it was told/);
    await expect(database.db.deleteFrom('changes').execute()).rejects.toThrow(/stays as it was told/);
    await expect(database.db.deleteFrom('change_entities').execute()).rejects.toThrow(/stays as it was told/);
    const lake = await change(database, ask({ systemId: 'lake' }), (tx) => tx.create('site', { alias: 'Shore' }));
    expect(lake.revision).toBe(1);
  });

  test('one thing after the other: made, edited, removed, each told whole', async () => {
    const made = await change(database, ask(), (tx) => tx.create('site', { alias: 'Shore', color: '#000000' }));
    const whole = { alias: 'Shore', color: '#000000', pointStyle: 'circle' };
    expect(made.items).toEqual([{ kind: 'site.created', id: made.reply, name: 'Shore', before: null, after: whole }]);
    const gone = await change(database, ask(), (tx) => tx.remove('site', made.reply));
    expect(gone.items).toEqual([{ kind: 'site.deleted', id: made.reply, name: 'Shore', before: whole, after: null }]);
    const bob = await addPerson({ database }, `bob${Math.random()}`.replace('.', ''));
    const added = await change(database, ask(), (tx) => tx.create('member', { RoleId: 4 }, { id: bob }));
    expect(added.items).toMatchObject([
      { kind: 'member.added', id: bob, after: { RoleId: 4, username: expect.stringContaining('bob') } },
    ]);
    const raised = await change(database, ask(), (tx) => tx.edit('member.roleChanged', bob, { RoleId: 3 }));
    expect(raised.items).toMatchObject([{ before: { RoleId: 4 }, after: { RoleId: 3 } }]);
    const { number } = await database.db
      .selectFrom('systems')
      .select('number')
      .where('id', '=', 'river')
      .executeTakeFirstOrThrow();
    const renamed = await change(database, ask(), (tx) => tx.edit('system.renamed', number, { commonName: 'Salmon River' }));
    expect(renamed.items).toMatchObject([{ kind: 'system.renamed', id: number, after: { commonName: 'Salmon River' } }]);
  });

  test('a field that somebody changed since it was seen is refused with who and when; another field is not (CHG-16)', async () => {
    const [a = 0] = rx;
    await rename(a, 'North');
    const save = (kind: 'name' | 'colour', since: number) =>
      change(database, ask(), (tx) =>
        kind === 'name'
          ? tx.edit('receiver.renamed', a, { alias: 'South' }, { since })
          : tx.edit('receiver.recoloured', a, { color: '#123456' }, { since }),
      );
    await expect(save('name', 1)).rejects.toMatchObject({
      status: 409,
      field: 'alias',
      conflict: { value: 'North', by: { id: ada, name: 'Test ada' }, revision: 2, at: expect.any(Number) },
    });
    expect(await save('colour', 1)).toMatchObject({ revision: 3 });
    expect(await save('name', 2)).toMatchObject({ revision: 4 });
  });
});
