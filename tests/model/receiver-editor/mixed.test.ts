import { expect, test } from 'vitest';
import { batchReceivers } from '#model/receiver-editor/batch.ts';
import { defaultConfig, withValue } from '#model/config/config.ts';
import { mixedPaths } from '#model/receiver-editor/mixed.ts';

test('the fields in which receivers of one family differ are mixed, those of the other family aside (CFG-17)', () => {
  const orion = defaultConfig('orion');
  const configs = [orion, withValue(orion, 'general.squelch', -90), withValue(orion, 'channels.bandDwellTime', 7)];
  const receivers = configs.map((config, at) => ({ rxId: at, alias: `R${at}`, family: 'orion' as const, config }));
  const [ares] = batchReceivers([{ rxId: 9, alias: 'A', model: 1 }]);
  const all = ares === undefined ? receivers : [...receivers, ares];
  expect([...mixedPaths(all, 'orion')].toSorted()).toEqual(['channels.bandDwellTime', 'general.squelch']);
  expect([...mixedPaths(all, 'ares'), ...mixedPaths([], 'orion')]).toEqual([]);
});
