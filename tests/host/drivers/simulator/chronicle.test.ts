import { describe, expect, test } from 'vitest';
import { chronicle, judgedBefore, longChronicle } from '../../../../host/drivers/simulator/chronicle.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 4, 1, 12);

describe('a long past (SIM-1, SIM-3)', () => {
  test.each([
    [1, start - 14 * day, start],
    [7, start - 3.7 * day, start - 1],
    [7, start - 60_000, start],
    [9, start, start],
  ])('is the one that is computed at once (seed %i)', async (seed, from, to) => {
    const world = makeWorld('river', seed, start);
    for (const receiver of world.receivers)
      expect(await longChronicle(world, receiver, judgedBefore(world, receiver, from), from, to)).toEqual(
        chronicle(world, receiver, judgedBefore(world, receiver, from), from, to),
      );
  });

  test('lets whatever else waits have its turn at least once for each of its days', async () => {
    const world = makeWorld('river', 7, start);
    let turns = 0;
    let isOver = false;
    const wait = () => {
      turns++;
      if (!isOver) setImmediate(wait);
    };
    setImmediate(wait);
    const receiver = world.receivers[0] as (typeof world.receivers)[number];
    const from = start - 14 * day;
    await longChronicle(world, receiver, judgedBefore(world, receiver, from), from, start);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(14);
  });
});
