import { describe, expect, test } from 'vitest';
import { courseOf } from '../../../../host/drivers/simulator/command-course.ts';

const commandType = 'rxSyncClock';
const manyIds = Array.from({ length: 3_000 }, (_, at) => `command-number-${at}`);

describe('how simulated receivers take commands (SIM-12, CMD-7)', () => {
  test('by chance: nearly all are done, some after another try, a few fail or hear no answer', () => {
    const ends = manyIds.map((commandId) => courseOf(7, { commandId, commandType }, null));
    const silent = ends.filter((course) => course.length === 0);
    const failed = ends.filter((course) => course.at(-1)?.step.kind === 'failed');
    const retried = ends.filter((course) => course.some(({ step }) => step.kind === 'retrying'));
    const done = ends.filter((course) => course.at(-1)?.step.kind === 'completed');
    for (const some of [silent, failed, retried]) expect(some.length).toBeGreaterThan(10);
    expect(done.length).toBeGreaterThan(2_500);
    for (const course of done) expect(course.filter(({ acts }) => acts)).toHaveLength(1);
    for (const course of [...failed, ...silent]) expect(course.some(({ acts }) => acts)).toBe(false);
  });

  test('the same every time, and otherwise with another seed', () => {
    const all = (seed: number) => manyIds.map((commandId) => courseOf(seed, { commandId, commandType }, null));
    expect(all(7)).toEqual(all(7));
    expect(all(7)).not.toEqual(all(8));
  });

  test('as a test says: in silence, without an end, or with tries and an error', () => {
    const course = (manners: Parameters<typeof courseOf>[2]) =>
      courseOf(7, { commandId: 'command-of-a-test', commandType }, manners).map(({ afterMs, step }) => [afterMs, step.kind]);
    expect(course({ ackMs: null, runMs: 5 })).toEqual([]);
    expect(course({ ackMs: 3, runMs: null })).toEqual([
      [3, 'acknowledged'],
      [0, 'executing'],
    ]);
    expect(course({ ackMs: 0, runMs: 8, retries: 1, error: 'It refused' })).toEqual([
      [0, 'acknowledged'],
      [0, 'executing'],
      [4, 'retrying'],
      [8, 'failed'],
    ]);
  });
});
