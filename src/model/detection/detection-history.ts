import type { DetectionConfig, DetectionParameters } from '../entities/detection-config.ts';
import { sliders, valueText } from './detection-form.ts';
import { countsFrom } from './settings-hours.ts';

/** How many versions a page of the history has (DET-12). */
export const historyPageSize = 10;

/** A page of a system's versions of the settings, the newest first, and the number of all versions. */
export type ConfigPage = { configs: readonly DetectionConfig[]; total: number };

/** Returns how many pages the history has. */
export function historyPages(total: number): number {
  return Math.max(1, Math.ceil(total / historyPageSize));
}

/** Returns the reason of a version that takes the values of an older one. */
export function reappliedReason({ version }: Pick<DetectionConfig, 'version'>): string {
  return `Reapplied version ${version}`;
}

/**
 * Returns the text for a version that is not in force yet. `clock` is the time from which it will be in
 * force, by the system's clock.
 */
export function awaitedText({ version }: Pick<DetectionConfig, 'version'>, clock: string): string {
  return `Version ${version} counts from ${clock}. Reprocess to apply it to earlier hours`;
}

/**
 * Returns when and by whom a version was saved, and for which hours it is in force (DET-15). `at` formats a
 * time (ms).
 */
export function effectText(config: DetectionConfig, by: string, at: (ts: number) => string): string {
  return `Saved ${at(config.effectiveFrom)} by ${by}. ${hoursText(config, at)}`;
}

function hoursText(config: DetectionConfig, at: (ts: number) => string): string {
  // The first version is also in force for all time before it.
  const from = config.version === 1 ? null : countsFrom(config);
  const to = config.effectiveTo === null ? null : countsFrom({ effectiveFrom: config.effectiveTo });
  if (to === null) return from === null ? 'In force for all hours' : `In force from ${at(from)}`;
  if (from === null) return `In force until ${at(to)}`;
  return from === to ? 'Never in force: the next version was saved in the same hour' : `In force from ${at(from)} to ${at(to)}`;
}

/** Returns the name and the value of each parameter. */
export function parameterTexts(config: DetectionParameters): readonly (readonly [label: string, text: string])[] {
  return sliders.map(({ name, label, unit }) => [label, valueText(config[name], unit)]);
}

/** Returns a person's name; 'Unknown' if `userId` is null or has no name in `names`. */
export function modifierName(userId: number | null, names: ReadonlyMap<number, string>): string {
  return (userId === null ? undefined : names.get(userId)) ?? 'Unknown';
}
