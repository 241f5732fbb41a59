import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { connectDatabase, type Database } from '../../../../host/platform/store/database.ts';
import { closeCodes } from '#model/contract/socket-messages.ts';
import { administrator, viewer } from '#model/entities/role.ts';
import { changeStage, type ChangeStage } from '../../../support/change-stage.ts';
import { until } from '../../../support/live-stage.ts';

const seconds = 3 * 2_000;

let stage: ChangeStage;
let elsewhere: Database;
beforeAll(async () => {
  stage = await changeStage();
  elsewhere = await connectDatabase(stage.host.database.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await elsewhere.close();
  await stage.close();
});

/** Runs the admin command on its own connections, as its own process would. */
async function admin(...words: string[]): Promise<void> {
  const asked = understand(words);
  if (asked.kind === 'help') throw new Error(`'${words.join(' ')}' asks for help`);
  await asked.run({ database: elsewhere, readPassword: () => Promise.resolve(''), hostUrl: stage.host.url });
}

test('what the admin command changes comes to consoles of a running host within seconds, in its order and by their role (HOST-9, CHG-27)', async () => {
  const { database } = stage.host;
  const ann = await stage.sit('ann', administrator);
  const ben = await stage.sit('ben', viewer);
  const before = await stage.revision();
  const told = (sitter: typeof ann) =>
    sitter.of('changed').map(({ payload: { revision, items } }) => [revision - before, items?.map(({ kind }) => kind)]);

  await admin('receivers', 'add', 'river', 'C', '--site', 'Weir');
  const made = [1, ['site.created', 'receiver.created']];
  await until('both to hear of the receiver', () => told(ann).length === 1 && told(ben).length === 1, seconds);
  expect([told(ann), told(ben)]).toEqual([[made], [made]]);

  await admin('roles', 'grant', 'ben', 'river', 'administrator');
  await until('the role to be told', () => told(ben).length === 2, seconds);
  const granted = [2, ['member.roleChanged']];
  expect(told(ann)).toEqual([made, granted]);
  await until('everything to be loaded again by who may see more now', () => ben.of('invalidate').length > 0, seconds);
  await admin('systems', 'set', 'river', '--name', 'Salmon River', '--timezone', 'America/Boise');
  const settled = [3, ['system.renamed', 'system.timezoneChanged']];
  await until('the settings to be told', () => told(ann).length === 3 && told(ben).length === 3, seconds);
  expect(told(ann)).toEqual([made, granted, settled]);

  await admin('roles', 'revoke', 'ben', 'river');
  await until('the socket to close', () => ben.code() !== undefined, seconds);
  expect(ben.code()).toBe(closeCodes.forbidden);
  await until('the one who stays to hear of it', () => told(ann).length === 4, seconds);
  await admin('receivers', 'remove', 'river', 'C');
  await until('the receiver to go', () => told(ann).length === 5, seconds);
  expect(told(ann).slice(3)).toEqual([
    [4, ['member.removed']],
    [5, ['receiver.deleted']],
  ]);

  const rows = await database.db
    .selectFrom('changes')
    .select(['user_id', 'user_name', 'through'])
    .where('system_id', '=', 'river')
    .where('revision', '>', before)
    .execute();
  expect(rows).toEqual(Array(5).fill({ user_id: null, user_name: null, through: 'admin' }));
  const notes = await database.db.selectFrom('security_notes').select('event').orderBy('id').execute();
  expect(notes.map(({ event }) => event['event'])).toEqual(['role.changed', 'role.revoked']);
});

test('a command that changes nothing tells nothing, and one that is refused leaves nothing', async () => {
  const before = await stage.revision();
  await admin('systems', 'set', 'river', '--name', 'Salmon River');
  await expect(admin('systems', 'set', 'river', '--name', 'Other', '--max-receivers', '1')).rejects.toThrow(/receivers already/);
  await expect(admin('receivers', 'add', 'river', 'A', '--site', 'New one')).rejects.toThrow(/already/);
  expect(await stage.revision()).toBe(before);
});
