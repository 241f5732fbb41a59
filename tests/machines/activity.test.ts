import { expect, test } from 'vitest';
import { SimulatedClock, createActor, fromCallback } from 'xstate';
import type { ChangeReceived } from '../../src/machines/activity/activity-events.ts';
import { pagedActivity } from '../../src/machines/activity/paged-activity.ts';
import type { ActivityPage } from '#model/activity/activity-list.ts';
import { activityPage, renaming } from '../support/change-samples.ts';
import { settled } from '../support/frame-stage.ts';

test('that older changes could not be had stays said until they are asked for again, also while the newest are renewed (CHG-21)', async () => {
  const asked: { before: unknown; answer: PromiseWithResolvers<ActivityPage> }[] = [];
  const clock = new SimulatedClock();
  let hear: (event: ChangeReceived) => void = () => {};
  const subject = createActor(
    pagedActivity(({ query }) => {
      const answer = Promise.withResolvers<ActivityPage>();
      asked.push({ before: query?.before, answer });
      return answer.promise;
    }).provide({ actors: { updates: fromCallback(({ sendBack }) => void (hear = sendBack)) } }),
    { clock, input: { mitasId: 'demo', search: '' } },
  ).start();
  const said = () => subject.getSnapshot().context.olderFailure?.kind ?? null;
  asked.at(-1)?.answer.resolve(activityPage(7, [7, 6], { more: true }));
  await settled();
  subject.send({ type: 'list.more' });
  asked.at(-1)?.answer.reject(new Error('no network'));
  await settled();
  expect(said()).toBe('server');
  hear({ type: 'message.received', message: { type: 'changed', payload: { epoch: 'one', ...renaming(9) } } });
  expect([subject.getSnapshot().value, said()]).toEqual([{ watched: { shown: 'behind' } }, 'server']);
  clock.increment(3_000);
  asked.at(-1)?.answer.resolve(activityPage(9, [9, 8, 7, 6], { more: true }));
  await settled();
  expect([subject.getSnapshot().value, said()]).toEqual([{ watched: { shown: 'whole' } }, 'server']);
  subject.send({ type: 'list.more' });
  expect([said(), asked.at(-1)?.before]).toEqual([null, 6]);
  subject.stop();
});
