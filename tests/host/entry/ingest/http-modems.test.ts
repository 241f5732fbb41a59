import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';

const minute = 60_000;
const nothingRefused = { duplicate: 0, rejected: 0, reasons: [] };

describe.each(triedEngines)('what modems report over HTTP on the %s engine (REG-28)', (engine) => {
  let stage: IngestStage;
  let sites: number[];
  let now: number;
  beforeAll(async () => {
    stage = await setIngestStage(engine);
    await planted(stage.database).insertInto('systems').values({ id: 'other', common_name: 'Other' }).execute();
    const values = ['Weir', 'Mill'].map((alias) => ({ system_id: stage.systemId, alias }));
    const made = await planted(stage.database).insertInto('sites').values(values).returning('id').execute();
    sites = made.map(({ id }) => id);
    await planted(stage.database).insertInto('sites').values({ system_id: 'other', alias: 'Elsewhere' }).execute();
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    await stage.database.pool.query('delete from modems');
    const owners = { Gate: stage.systemId, Spare: stage.systemId, Foreign: 'other' };
    const values = Object.entries(owners).map(([name, system_id]) => ({ name, system_id }));
    await stage.database.db.insertInto('modems').values(values).execute();
    now = Date.now();
  });

  const report = (ago: number, more: object = {}) => ({ modem: 'Gate', ts: now - ago * minute, ...more });
  const lines = (reports: readonly object[]) => reports.map((one) => JSON.stringify(one)).join('\n');
  const send = (...reports: object[]) => stage.reportModems(lines(reports));
  const known = (name = 'Gate') => {
    const modem = stage.database.db.selectFrom('modems').select(['facts', 'last_contacted', 'site_id']).where('name', '=', name);
    return modem.executeTakeFirstOrThrow();
  };
  const readings = async () => {
    const { rows } = await stage.database.pool.query<{ ts: Date; voltage: number | null; words: object | null }>(
      'select ts, voltage, words from modem_readings order by ts',
    );
    return rows.map(({ ts, ...row }) => ({ ago: (now - ts.getTime()) / minute, ...row }));
  };

  test('is kept and known; a newer report changes what it says, a late one nothing newer', async () => {
    const first = await send(report(2, { supplyVoltage: 12.5, model: 'CR-1', rssi: -70, site: 'Weir' }));
    expect(first).toEqual({ status: 200, body: { accepted: 1, ...nothingRefused } });
    expect((await send(report(1, { supplyVoltage: 12.25 }), report(3, { supplyVoltage: 9, sim: '42' }))).body.accepted).toBe(2);
    const [newest, middle, oldest] = [now - minute, now - 2 * minute, now - 3 * minute];
    const facts = { supplyVoltage: [12.25, newest], model: ['CR-1', middle], rssi: [-70, middle], sim: ['42', oldest] };
    expect(await known()).toEqual({ facts, last_contacted: new Date(newest), site_id: sites[0] });
    expect(await readings()).toEqual([
      { ago: 3, voltage: 9, words: { sim: '42' } },
      { ago: 2, voltage: 12.5, words: { model: 'CR-1', site: 'Weir' } },
      { ago: 1, voltage: 12.25, words: null },
    ]);
    await send(report(0, { site: 'Mill' }));
    expect((await known()).site_id).toBe(sites[1]);
    expect(await known('Spare')).toEqual({ facts: {}, last_contacted: null, site_id: null });
  });

  test('one that is repeated changes nothing, and another of the same time is refused by its line', async () => {
    const first = report(1, { supplyVoltage: 12.1, model: 'CR-1' });
    await send(first);
    const other = 'a report of this modem for this time already exists';
    const again = await send(first, { ...first, supplyVoltage: 12.2 }, { ...first, model: 'CR-2' }, { ...first, modem: 'gate' });
    const reasons = [2, 3].map((line) => ({ line, reason: other }));
    expect(again.body).toEqual({ accepted: 0, duplicate: 2, rejected: 2, reasons });
    expect((await known()).facts).toMatchObject({ supplyVoltage: [12.1, now - minute], model: ['CR-1', now - minute] });
    const batch = await send(report(0, { rssi: -1 }), report(0, { rssi: -1 }), report(0, { rssi: -2 }));
    expect(batch.body).toMatchObject({ accepted: 1, duplicate: 1, rejected: 1 });
  });

  test('a bad one loses no good one, and nothing becomes a modem by a typo, nor of another system', async () => {
    const reply = await send(
      report(1, { supplyVoltage: 500 }),
      report(1, { supplyVoltage: 12 }),
      report(1, { modem: 'Gait', rssi: -5 }),
      report(1, { modem: 'Foreign', rssi: -5 }),
      report(2, { site: 'Elsewhere' }),
      report(3, { supplyVoltage: 1e-60 }),
    );
    const toDo = `npm run admin -- modems add ${stage.systemId} NAME --site SITE adds it`;
    const reasons = [
      { line: 1, reason: 'supplyVoltage is 500: it takes V from 0 to 100' },
      { line: 3, reason: `unknown modem 'Gait': ${toDo}` },
      { line: 4, reason: `unknown modem 'Foreign': ${toDo}` },
      { line: 5, reason: "unknown site 'Elsewhere': create it in the console first, or leave the site out" },
    ];
    expect(reply.body).toEqual({ accepted: 2, duplicate: 0, rejected: 4, reasons });
    expect(await stage.database.db.selectFrom('modems').select('name').orderBy('name').execute()).toHaveLength(3);
  });

  test('takes a key of the system, and says like others what it takes', async () => {
    const body = lines([report(1, { rssi: -5 })]);
    const foreign = (await createReceiverKey(stage.database, 'other', 'foreign')).key;
    const statuses: number[] = [];
    for (const authorization of ['', 'Receiver nothing', `Receiver ${foreign}`])
      statuses.push((await stage.reportModems(body, { authorization })).status);
    expect(statuses).toEqual([401, 401, 403]);
    const tooLong = await stage.reportModems(body, { 'content-length': String(1024 ** 3) });
    expect(tooLong.status).toBe(413);
    expect(JSON.stringify(tooLong.body)).toContain('send the modem reports in several');
    expect(await readings()).toEqual([]);
  });

  test('many at once, also those that were read before their modem went', async () => {
    const many = Array.from({ length: 6_000 }, (_, at) => report(at + 1, { rssi: -(at % 100) }));
    const last = report(0, { rssi: -1 });
    const sent = await Promise.all([send(...many), send(last), send(last)]);
    expect(sent.map(({ body }) => body.accepted + body.duplicate)).toEqual([6_000, 1, 1]);
    expect(await readings()).toHaveLength(6_001);
    expect((await stage.reportModems(lines(many))).body).toMatchObject({ accepted: 0, duplicate: 6_000 });
    expect((await known()).last_contacted).toEqual(new Date(now));
  });
});
