import { expect, test } from 'vitest';
import { type AlarmHistoryRef, pagedAlarms } from '../../src/machines/alarm-history/paged-alarms.ts';
import type { AlarmPage } from '#model/alarms/alarm-history.ts';
import type { Alarm } from '#model/entities/alarm.ts';
import type { Fact } from '#model/journal/facts.ts';
import { pastAlarm } from '../support/alarm-samples.ts';
import { asOf } from '../support/fact-samples.ts';
import { receiver, site } from '../support/fleet-samples.ts';
import { settled } from '../support/frame-stage.ts';
import { startPage } from '../support/page-stage.ts';

const alarm = (id: number): Alarm => ({ id, AlarmCodeId: 4101, alias: 'R', siteName: 'S', FormattedTime: '2026-05-01 10:00:00' });

/** The alarm history on a real journal; the test answers its calls to the host. */
function start() {
  const calls: (PromiseWithResolvers<AlarmPage> & { before: unknown })[] = [];
  const history = pagedAlarms(({ query }) => {
    const call = { ...Promise.withResolvers<AlarmPage>(), before: query?.before ?? null };
    calls.push(call);
    return call.promise;
  });
  const { page: subject, journal } = startPage(history);
  const tell = (...facts: Fact[]): void =>
    journal.send({ type: 'journal.append', entries: facts.map((fact) => ({ type: 'happened', fact })) });
  return {
    calls,
    tell,
    raise: (...ids: number[]): void => tell({ type: 'alarms.loaded', alarms: ids.map(alarm) }),
    subject: subject as AlarmHistoryRef,
    answer: async (page: AlarmPage): Promise<void> => {
      calls.at(-1)?.resolve(page);
      await settled();
    },
  };
}

const page = (ids: readonly number[], more = false): AlarmPage => ({ alarms: ids.map((id) => pastAlarm(id)), more });

test('what was raised while the page was asked for is asked for, also where the session knew none before (ALP-2)', async () => {
  const { calls, raise, subject, answer } = start();
  raise(7);
  await answer(page([]));
  expect(calls).toHaveLength(2);
  await answer(page([7]));
  expect(subject.getSnapshot().context.list).toEqual(page([7]));
});

test('a burst of alarms does not keep the page from coming, and is asked for once after it', async () => {
  const { calls, raise, subject, answer } = start();
  for (const id of [1, 2, 3, 4, 5]) raise(id);
  expect(calls, 'nothing is asked for twice at a time').toHaveLength(1);
  await answer(page([5, 4]));
  expect(subject.getSnapshot().hasTag('ready')).toBe(true);
  for (const id of [6, 7, 8]) raise(id);
  expect(calls).toHaveLength(2);
  await answer(page([5, 4]));
  expect(calls).toHaveLength(3);
  await answer(page([8, 7]));
  expect([calls.length, subject.getSnapshot().value]).toEqual([3, { watched: { shown: 'whole' } }]);
});

test('older ones are had also while the newest are renewed, which they are after them', async () => {
  const { calls, raise, subject, answer } = start();
  await answer(page([8, 7], true));
  raise(9);
  subject.send({ type: 'list.more' });
  expect(calls.at(-1)).toMatchObject({ before: 7 });
  raise(10);
  await answer(page([6]));
  expect(calls.at(-1)).toMatchObject({ before: null });
  await answer(page([10, 9, 8, 7, 6]));
  expect([calls.length, subject.getSnapshot().value]).toEqual([4, { watched: { shown: 'whole' } }]);
});

test('that older ones could not be had stays said until they are asked for again, also while the newest are renewed (ALP-5)', async () => {
  const { calls, raise, subject, answer } = start();
  const said = () => subject.getSnapshot().context.olderFailure?.kind ?? null;
  await answer(page([8, 7], true));
  subject.send({ type: 'list.more' });
  calls.at(-1)?.reject(new Error('no network'));
  await settled();
  expect([said(), calls.length]).toEqual(['server', 2]);
  raise(9);
  expect(calls.at(-1), 'what is newer is not kept back by it').toMatchObject({ before: null });
  await answer(page([9, 8, 7], true));
  expect(said()).toBe('server');
  subject.send({ type: 'list.more' });
  expect([said(), calls.at(-1)?.before]).toEqual([null, 7]);
});

test('a receiver that is retired renews it, as nothing of it lasts; another report of one does not (ALP-1)', async () => {
  const { calls, tell, answer } = start();
  const [one, other] = [receiver(), receiver({ id: 2 })];
  tell({ type: 'fleet.loaded', asOf, receivers: [one, other], sites: [site()] });
  await answer(page([8]));
  expect(calls).toHaveLength(1);
  const later = { ...asOf, revision: asOf.revision + 1 };
  tell({ type: 'fleet.loaded', asOf: later, receivers: [one, { ...other, voltage: 9 }], sites: [site()] });
  expect(calls).toHaveLength(1);
  tell({ type: 'fleet.loaded', asOf: { ...later, revision: later.revision + 1 }, receivers: [one], sites: [site()] });
  expect(calls).toHaveLength(2);
});
