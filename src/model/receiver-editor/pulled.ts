import type { BatchReceiver } from './batch.ts';
import { type Family, differences, fieldsIn } from '../config/config.ts';

/**
 * What stands in the form of a batch since it was pulled: whose values, the fields in which a receiver of the
 * batch has another, and how many were chosen before and keep what stood in them.
 */
export type PulledValues = { readonly alias: string; readonly differing: readonly string[]; readonly kept: number };

/** `from`: the receiver whose values are taken into the form, but for the `chosen` fields. */
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

/** Those of the fields that are not applied yet. */
export function notApplied({ differing }: PulledValues, chosen: readonly string[]): readonly string[] {
  return differing.filter((path) => !chosen.includes(path));
}

/** What pulling did, and what is to be done (CFG-17). */
export function pulledText(pulled: PulledValues, chosen: readonly string[]): string {
  const { alias, differing, kept } = pulled;
  const but = kept === 0 ? '' : ` but for ${kept === 1 ? '1 field that was' : `${kept} fields that were`} chosen`;
  const shown = `The form shows the values of ${alias}${but}`;
  if (differing.length === 0) return `${shown}. All receivers already have them.`;
  const those = differing.length === 1 ? '1 field is' : `${differing.length} fields are`;
  const differ = `${shown}; ${those} not the same everywhere`;
  return notApplied(pulled, chosen).length === 0 ? `${differ}, and chosen.` : `${differ}. Fields without Apply are not changed.`;
}
