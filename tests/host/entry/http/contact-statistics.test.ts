import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';

/** GET receivers/numContacts and receivers/antenna/lastContacts (STAT-5, CALL-3). */

const hour = 3_600_000;
const pastDay = 'timeSelect=recent&recentAmount=24&recentUnit=hour';

let stage: ChangeStage;
let ada: Sitter;
let outsider: Sitter;
let now: number;
beforeAll(async () => {
  stage = await changeStage();
  ada = await stage.sit('ada', 4);
  outsider = await stage.sit('olga', 4, 'lake');
  await stage.change((writer) => writer.create('receiver', { alias: 'C' }));
  const [a, b] = stage.rx;
  now = Date.now();
  const heard = (rxId: number, ant: number, hours: number) => sampleContact({ rxId, ant, ts: now - hours * hour });
  await insertContacts(stage.host.database.pool, 'river', [
    ...[0.01, 1, 5, 23.9, 24.1, 40].map((hours) => heard(a, 1, hours)),
    ...[2, 3].map((hours) => heard(a, 4, hours)),
    heard(b, 2, 7),
  ]);
});
afterAll(() => stage.close());

const asked = async (path: string, who = ada) => (await who.call('GET', `/receivers/${path}`)).json;

describe('contacts in figures', () => {
  test('per receiver, each of the fleet, and per antenna, of one time: both count the same', async () => {
    const [a, b] = stage.rx;
    expect(await asked(`numContacts?${pastDay}`)).toEqual({
      rxContacts: [
        { rxId: a, rxName: 'A', siteName: '', count: 6 },
        { rxId: b, rxName: 'B', siteName: '', count: 1 },
        { rxId: expect.any(Number), rxName: 'C', siteName: '', count: 0 },
      ],
    });
    expect(await asked(`antenna/lastContacts?${pastDay}`)).toEqual({
      contacts: [
        { ReceiverId: a, antenna: 1, count: 4 },
        { ReceiverId: a, antenna: 4, count: 2 },
        { ReceiverId: b, antenna: 2, count: 1 },
      ],
    });
  });

  test('of a range, and of some receivers; none named is none', async () => {
    const [a, b] = stage.rx;
    const range = `timeSelect=range&range=${now - 4 * hour},${now + 9 * hour}`;
    expect(await asked(`antenna/lastContacts?${range}&filteredRxIds=${a},${b}`)).toEqual({
      contacts: [
        { ReceiverId: a, antenna: 1, count: 2 },
        { ReceiverId: a, antenna: 4, count: 2 },
      ],
    });
    expect(await asked(`antenna/lastContacts?${pastDay}&filteredRxIds=`)).toEqual({ contacts: [] });
  });

  test('of another system nothing, whoever is named', async () => {
    expect(await asked(`numContacts?${pastDay}`, outsider)).toEqual({ rxContacts: [] });
    expect(await asked(`antenna/lastContacts?${pastDay}&filteredRxIds=${stage.rx[0]}`, outsider)).toEqual({ contacts: [] });
  });
});
