import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ReplyOf } from '#model/contract/table.ts';
import type { ChangeWriter } from '../../../../host/platform/changes/change-writer.ts';
import { lockSystem } from '../../../../host/platform/store/accounts/systems.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { fileBytes, riverGeoJson } from '../../../support/layer-files.ts';
import type { Answer } from '../../../support/test-browser.ts';

/** Map layers that change while a call about them is in progress. */

let stage: ChangeStage;
let ada: Sitter;
let bob: Sitter;
beforeAll(async () => {
  stage = await changeStage();
  [ada, bob] = [await stage.sit('ada', 2), await stage.sit('bob', 2)];
});
afterAll(() => stage.close());

const add = (who: Sitter, name: string, operation?: string) =>
  who.call('POST', `/map/layers?${new URLSearchParams({ name, color: '#2f7fd1', fileName: 'a.json' })}`, {
    body: fileBytes(riverGeoJson(3, name)),
    ...(operation === undefined ? {} : { operation }),
  });
const list = async () => ((await ada.call('GET', '/map/layers')).json as ReplyOf<'listMapLayers'>).layers;
const added = async (name: string) => ((await add(ada, name)).json as { id: number }).id;
afterEach(async () => {
  for (const { id } of await list()) await ada.call('DELETE', `/map/layers/${id}`);
});

async function untilOneWaits(): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await stage.host.database.pool.query(text)).rowCount === 0);
}

/** Returns the answer to a call that waits for a change, which continues with `after`. */
async function answerWhile(
  before: (writer: ChangeWriter) => Promise<unknown>,
  ask: () => Promise<Answer>,
  after: (writer: ChangeWriter) => Promise<unknown>,
): Promise<Answer> {
  const { reply } = await stage.change(async (writer) => {
    await before(writer);
    const asked = ask();
    await untilOneWaits();
    await after(writer);
    return { answered: () => asked };
  });
  return reply.answered();
}

test.each([
  ['its system goes offline', "update systems set offline = true where id = 'river'", 503, /offline/],
  ['its system expires', "update systems set offline = false, expiry = '2020-01-01' where id = 'river'", 409, /has expired/],
  [
    'its Administrator becomes a viewer',
    "update memberships set role_id = 4 from users where users.id = user_id and username = 'bob'",
    403,
    /role in this system/,
  ],
])('a layer that waits to be added is not added where %s meanwhile (SYS-15, ROLE-6)', async (_, becomes, status, sentence) => {
  const answer = await answerWhile(
    (writer) => lockSystem(writer, writer.systemId),
    () => add(bob, 'Late'),
    ({ db }) => sql`${sql.raw(becomes)}`.execute(db),
  );
  await stage.change(({ db }) => sql`update systems set offline = false, expiry = null where id = 'river'`.execute(db));
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(sentence)]);
});

test('layers are put in order though another one is deleted meanwhile', async () => {
  const [low, high, gone] = [await added('Low'), await added('High'), await added('Gone')];
  const answer = await answerWhile(
    (writer) => writer.remove('layer', gone),
    () => ada.call('PATCH', '/map/layer-order', { body: { ids: [high] } }),
    () => Promise.resolve(),
  );
  expect([answer.status, (await list()).map(({ id }) => id)]).toEqual([200, [high, low]]);
});

test('features that go while they are asked for are not there, and that is no failure of the host', async () => {
  const id = await added('Rivers');
  const answer = await answerWhile(
    ({ db }) => sql`lock table map_layer_contents in access exclusive mode`.execute(db),
    () => ada.call('GET', `/map/layers/${id}/content`),
    async (writer) => {
      await writer.remove('layer', id);
      await sql`delete from map_layer_contents where system_id = ${writer.systemId}`.execute(writer.db);
    },
  );
  expect([answer.status, answer.text]).toEqual([404, expect.stringMatching(/no map layer \d+ here/)]);
});
