import type { BatchReceiver } from './batch.ts';
import { type Family, differences } from '../config/config.ts';

/** The fields in which the receivers of a family differ: a batch shows no value of them (CFG-17). */
export function mixedPaths(receivers: readonly BatchReceiver[], family: Family): ReadonlySet<string> {
  const [first, ...others] = receivers.filter((receiver) => receiver.family === family);
  if (first === undefined) return new Set();
  return new Set(others.flatMap(({ config }) => differences(family, first.config, config).map(({ path }) => path)));
}
