import type { BatchReceiver } from './batch.ts';
import { type Family, differences, fieldsIn } from '../config/config.ts';

/**
 * The result of pulling a receiver's values into the form of a batch: the receiver, the fields in which other
 * receivers differ from it, and how many fields kept their value because they were chosen before.
 */
export type PulledValues = { readonly alias: string; readonly differing: readonly string[]; readonly kept: number };

/** Returns the result of pulling the values of receiver `from` into all fields but the `chosen` ones. */
export function pulledValues(
  receivers: readonly BatchReceiver[],
  family: Family,
  from: BatchReceiver,
  chosen: readonly string[],
): PulledValues {
  const others = receivers.filter((receiver) => receiver.family === family);
  const found = new Set(others.flatMap(({ config }) => differences(family, config, from.config).map(({ path }) => path)));
  const differing = fieldsIn(family).flatMap(({ path }) => (found.has(path) && !chosen.includes(path) ? [path] : []));
  return { alias: from.alias, differing, kept: chosen.length };
}

/** Returns the differing fields that are not chosen yet. */
export function notApplied({ differing }: PulledValues, chosen: readonly string[]): readonly string[] {
  return differing.filter((path) => !chosen.includes(path));
}

/** Says what pulling did and what to do next (CFG-17). */
export function pulledText(pulled: PulledValues, chosen: readonly string[]): string {
  const { alias, differing, kept } = pulled;
  const but = kept === 0 ? '' : ` but for ${kept === 1 ? '1 field that was' : `${kept} fields that were`} chosen`;
  const shown = `The form shows the values of ${alias}${but}`;
  if (differing.length === 0) return `${shown}. All receivers already have them.`;
  const those = differing.length === 1 ? '1 field is' : `${differing.length} fields are`;
  const differ = `${shown}; ${those} not the same everywhere`;
  return notApplied(pulled, chosen).length === 0 ? `${differ}, and chosen.` : `${differ}. Fields without Apply are not changed.`;
}
