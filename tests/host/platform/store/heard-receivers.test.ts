import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../host/platform/store/database.ts';
import { noteReceiversHeard, receiversHeardSince } from '../../../../host/platform/store/fleet/heard-receivers.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { planted } from '../../../support/planted.ts';
import { engines } from '../../../support/test-database.ts';
import { addSystem } from '../../../support/test-host.ts';

describe.each(engines)('who was heard, on the %s engine (RX-23)', (engine) => {
  const ofFile = fileDatabase(engine);
  let database: Database;
  let rxIds: number[];
  beforeEach(async () => {
    database = await ofFile();
    const systemId = newSystemId();
    await addSystem({ database }, systemId);
    const aliases = ['R1', 'R2', 'R3'].map((alias) => ({ system_id: systemId, alias }));
    const rows = await planted(database).insertInto('receivers').values(aliases).returning('id').execute();
    rxIds = rows.map(({ id }) => id);
  });

  test('is known to all hosts by the last note, and forgotten with the receiver', async () => {
    const [first = 0, second = 0, third = 0] = rxIds;
    await noteReceiversHeard(database, [
      { rxId: third, at: 3_000 },
      { rxId: first, at: 1_000 },
      { rxId: 999_999, at: 4_000 },
    ]);
    await noteReceiversHeard(database, [
      { rxId: first, at: 2_500 },
      { rxId: second, at: 2_000 },
    ]);
    const since = async (from: number) =>
      (await receiversHeardSince(database, [...rxIds, 999_999], from)).toSorted((one, other) => one.rxId - other.rxId);
    expect(await since(2_001)).toEqual([
      { rxId: first, at: 2_500 },
      { rxId: third, at: 3_000 },
    ]);
    expect(await receiversHeardSince(database, [second], 2_000)).toEqual([{ rxId: second, at: 2_000 }]);
    await planted(database).deleteFrom('receivers').where('id', '=', third).execute();
    expect(await since(0)).toEqual([
      { rxId: first, at: 2_500 },
      { rxId: second, at: 2_000 },
    ]);
  });

  test('two hosts that note many at once do not get in each other’s way', async () => {
    const heard = rxIds.map((rxId) => ({ rxId, at: 1_000 }));
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => noteReceiversHeard(database, i % 2 === 0 ? heard : heard.toReversed())),
    );
    expect(await receiversHeardSince(database, rxIds, 0)).toHaveLength(3);
  });
});
