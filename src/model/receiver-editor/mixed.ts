import type { BatchReceiver } from './batch.ts';
import { type Family, differences } from '../config/config.ts';

/** Returns the fields in which a family's receivers differ; a batch shows no value for them (CFG-17). */
export function mixedPaths(receivers: readonly BatchReceiver[], family: Family): ReadonlySet<string> {
  const [first, ...others] = receivers.filter((receiver) => receiver.family === family);
  if (first === undefined) return new Set();
  return new Set(others.flatMap(({ config }) => differences(family, first.config, config).map(({ path }) => path)));
}
