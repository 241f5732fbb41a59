import { expect, test } from 'vitest';
import { settingsFor } from '../../../../host/platform/store/embedded/settings.ts';

const mebibyte = 1_048_576;

test.each([
  [0, 48, 32],
  [300, 48, 32],
  [480, 48, 32],
  [490, 49, 32],
  [1_289, 128, 32],
  [1_320, 132, 33],
  [10_000, 1_000, 250],
  [10_240, 1_024, 256],
  [20_470, 2_047, 256],
  [20_490, 2_048, 256],
  [4_000_000, 2_048, 256],
])('on a disk of %d MiB the log takes at most %d MB and keeps %d MB', (disk, most, least) => {
  expect(settingsFor(disk * mebibyte)).toMatchObject({ max_wal_size: `${most}MB`, min_wal_size: `${least}MB` });
});

test('what does not hang on the disk is the same on each; what was acknowledged survives a loss of power on all', () => {
  const { max_wal_size: _, min_wal_size: __, max_slot_wal_keep_size: ___, ...small } = settingsFor(0);
  expect(settingsFor(1e12)).toMatchObject(small);
  expect(Object.keys(small)).not.toEqual(expect.arrayContaining([expect.stringMatching(/fsync|synchronous|full_page/)]));
});

test.each([
  [300, 64],
  [10_000, 1_000],
  [4_000_000, 16_384],
])('on a disk of %d MiB a backup keeps at most %d MB of the log from being reused (BAK-1)', (disk, most) => {
  expect(settingsFor(disk * mebibyte)).toMatchObject({ wal_level: 'replica', max_slot_wal_keep_size: `${most}MB` });
});
