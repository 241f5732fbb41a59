import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { mostModems } from '../../../../host/platform/store/fleet/modems.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { bringReports } from '../../../support/modem-reports.ts';
import { planted } from '../../../support/planted.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

/** `npm run admin -- modems …` (REG-28). */

let database: Database;
beforeAll(async () => {
  database = await withTestDatabase();
  const systems = [
    { id: 'coast', common_name: 'Coast' },
    { id: 'inland', common_name: 'Inland' },
    { id: 'played', common_name: 'Played', kind: 'simulated' as const },
  ];
  await planted(database).insertInto('systems').values(systems).execute();
});
afterAll(() => database.close());

async function run(...args: string[]): Promise<string> {
  const asked = understand(['modems', ...args]);
  if (asked.kind === 'help') throw new Error('help was asked for');
  return (await asked.run({ database, readPassword: () => Promise.resolve(''), hostUrl: '' })).join('\n');
}
const modems = () => database.db.selectFrom('modems').select(['system_id', 'name', 'site_id']).orderBy('id').execute();
const notes = async () => {
  const { rows } = await database.pool.query<{ event: Record<string, unknown> }>('select event from security_notes order by id');
  return rows.map(({ event }) => [event['event'], event['mitasId'], event['name'], event['by']]);
};

describe('the commands of modems', () => {
  test('make, list, move and remove them, each noted; a new site is a change of its own (CHG-1)', async () => {
    expect(await run('list', 'coast')).toBe("System 'coast' has no modems yet. Add one with 'modems add coast NAME'.");
    expect(await run('add', 'coast', 'Gate', '--site', 'Weir')).toMatch(
      /^Added modem 'Gate' \(number \d+\) at the new site 'Weir' to system 'coast'\.$/,
    );
    expect(await run('add', 'inland', 'Gate')).toMatch(/^Added modem 'Gate' \(number \d+\) to system 'inland'\.$/);
    const { rows: changes } = await database.pool.query("select system_id, through, items->0->>'kind' as kind from changes");
    expect(changes).toEqual([{ system_id: 'coast', through: 'admin', kind: 'site.created' }]);
    expect(await run('list', 'coast')).toMatch(/^NUMBER +NAME +SITE +MODEL +LAST CONTACTED\n\d+ +Gate +Weir +– +never$/);
    expect(await run('move', 'coast', 'gate')).toBe("Modem 'gate' of system 'coast' is at no site.");
    expect((await modems())[0]).toEqual({ system_id: 'coast', name: 'Gate', site_id: null });
    expect(await run('move', 'coast', 'Gate', '--site', 'Weir')).toBe("Modem 'Gate' of system 'coast' is at the site 'Weir'.");
    expect((await modems()).map(({ site_id }) => site_id)).toEqual([expect.any(Number), null]);
    expect(await run('remove', 'inland', 'Gate')).toBe("Removed modem 'Gate' from system 'inland'.");
    expect((await modems()).map(({ system_id }) => system_id)).toEqual(['coast']);
    expect(await notes()).toEqual(
      [
        ['modem.added', 'coast', 'Gate'],
        ['modem.added', 'inland', 'Gate'],
        ['modem.moved', 'coast', 'gate'],
        ['modem.moved', 'coast', 'Gate'],
        ['modem.removed', 'inland', 'Gate'],
      ].map((note) => [...note, 'admin command']),
    );
  });

  test('a modem that reported goes with its readings only where that was said', async () => {
    const [{ id } = { id: 0 }] = await database.db.selectFrom('modems').select('id').execute();
    const reports = [1, 2].map((at) => ({ ts: Date.UTC(2025, 0, at), rssi: -70, texts: { model: 'CR-1' } }));
    await bringReports(database, id, reports, 'coast');
    expect(await run('list', 'coast')).toMatch(/Gate +Weir +CR-1 +2025-01-02 00:00 UTC$/);
    const before = await notes();
    const refusal = "Modem 'Gate' of system 'coast' has 2 readings. Add --yes to delete them permanently.";
    await expect(run('remove', 'coast', 'Gate')).rejects.toThrow(refusal);
    expect([(await modems()).length, await notes()]).toEqual([1, before]);
    expect(await run('remove', 'coast', 'Gate', '--yes')).toBe("Removed modem 'Gate' from system 'coast', and its 2 readings.");
    expect((await database.pool.query('select from modem_readings')).rows).toEqual([]);
  });

  test.each([
    [['add', 'nowhere', 'A'], "No system 'nowhere'"],
    [['add', 'played', 'A'], "System 'played' is simulated, and so are its modems."],
    [['add', 'coast', ' '], "' ' is not a valid name for a modem: use 1 to 45 characters."],
    [['add', 'coast', 'x'.repeat(46)], 'is not a valid name for a modem'],
    [['add', 'coast', 'A', '--site', ''], "'' is not a valid name for a site"],
    [['move', 'coast', 'Gait'], "System 'coast' has no modem 'Gait'. 'modems list coast' shows all modems."],
    [['remove', 'coast', 'Gait'], "System 'coast' has no modem 'Gait'"],
    [['remove', 'coast'], 'Usage: modems remove SYSTEM NAME [--yes]'],
    [['drop', 'coast'], "Use one of 'modems list', 'modems add', 'modems move', 'modems remove'."],
  ])('%j is refused, and nothing is changed', async (args, reason) => {
    const before = await notes();
    await expect(async () => run(...args)).rejects.toThrow(reason);
    expect([await modems(), await notes()]).toEqual([[], before]);
  });

  test('a name is taken whichever way it is written, and a system takes so many', async () => {
    await run('add', 'coast', 'Gate', '--site', 'Pier');
    await expect(run('add', 'coast', 'GATE', '--site', 'Bay')).rejects.toThrow("System 'coast' already has a modem 'GATE'");
    const sites = await database.db.selectFrom('sites').select('alias').orderBy('alias').execute();
    expect(sites, 'nothing of it was made').toEqual([{ alias: 'Pier' }, { alias: 'Weir' }]);
    const many = Array.from({ length: mostModems - 1 }, (_, at) => ({ system_id: 'coast', name: `M${at}` }));
    await database.db.insertInto('modems').values(many).execute();
    await expect(run('add', 'coast', 'One more')).rejects.toThrow(`System 'coast' takes at most ${mostModems} modems`);
    expect(await run('add', 'inland', 'One more')).toContain('Added modem');
  });
});
