import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { JobAction, JobList } from '#model/entities/job.ts';
import { jobsMachine, selectJobList } from '../../src/machines/jobs/jobs-machine.ts';
import type { SocketDelivery } from '../../src/machines/socket/socket-events.ts';
import { question } from '../../src/machines/question/question.ts';
import type { Occasion } from '../../src/machines/question/question-machine.ts';

type Asked = PromiseWithResolvers<JobList> | undefined;

/** Starts the jobs of a system; the test decides when the host answers. */
function begin() {
  const clock = new SimulatedClock();
  const asked: PromiseWithResolvers<JobList>[] = [];
  const actions: PromiseWithResolvers<JobList>[] = [];
  const machine = jobsMachine.provide({
    actors: {
      list: question(
        () => {
          const answer = Promise.withResolvers<JobList>();
          asked.push(answer);
          return answer.promise;
        },
        fromCallback<SocketDelivery, object>(({ sendBack }) => sendBack({ type: 'right.known', may: true } satisfies Occasion)),
      ),
      handleJob: fromPromise<unknown, { mitasId: string; id: string; action: JobAction }>(() => {
        const answer = Promise.withResolvers<JobList>();
        actions.push(answer);
        return answer.promise;
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { mitasId: 'river', search: '' } }).start();
  const answered = async (answer: Asked) => {
    answer?.resolve({ jobs: [], more: [] });
    await settled();
  };
  const failed = async (answer: Asked) => {
    answer?.reject(new Error('no host'));
    await settled();
  };
  const list = () => selectJobList(actor.getSnapshot());
  const changed = () => list()?.send({ type: 'question.outdated' });
  return { actor, list, clock, asked, actions, answered, failed, changed };
}

/** Waits until every answer has reached its caller. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('jobs that change each second (JOB-14)', () => {
  test('are asked for at once, and then with a rest between', async () => {
    const { clock, asked, answered, changed } = begin();
    await answered(asked[0]);
    changed();
    expect(asked).toHaveLength(2);
    await answered(asked[1]);
    changed();
    clock.increment(4_999);
    changed();
    expect(asked).toHaveLength(2);
    clock.increment(1);
    expect(asked).toHaveLength(3);
    await answered(asked[2]);
    clock.increment(60_000);
    expect(asked, 'nothing changed any more').toHaveLength(3);
    changed();
    expect(asked).toHaveLength(4);
  });

  test('rest as well when they do not come', async () => {
    const { clock, asked, answered, failed, changed } = begin();
    await answered(asked[0]);
    changed();
    await failed(asked[1]);
    changed();
    expect(asked).toHaveLength(2);
    clock.increment(5_000);
    expect(asked).toHaveLength(3);
    await failed(asked[2]);
    clock.increment(9_999);
    expect(asked).toHaveLength(3);
    clock.increment(1);
    expect(asked).toHaveLength(4);
  });

  test('are asked for at once by who did something with one of them', async () => {
    const { actor, list, asked, actions, answered, changed } = begin();
    await answered(asked[0]);
    changed();
    await answered(asked[1]);
    actor.send({ type: 'job.handle', id: 'one', action: 'cancel' });
    await answered(actions[0]);
    expect(asked).toHaveLength(3);
    // An answer requested before the action may be older than its result.
    actor.send({ type: 'job.handle', id: 'two', action: 'retry' });
    await answered(actions[1]);
    expect(asked).toHaveLength(4);
    asked[2]?.resolve({ jobs: [], more: ['over'] });
    await answered(asked[3]);
    expect(list()?.getSnapshot().context.answer).toEqual({ jobs: [], more: [] });
  });
});
