import type { DetectionConfig, DetectionParameters } from '../entities/detection-config.ts';
import { sliders, valueText } from './detection-form.ts';
import { countsFrom } from './settings-hours.ts';

/** How many versions a page of the history has (DET-12). */
export const historyPageSize = 10;

/** Some versions of a system's settings, the newest first, and how many there are in all. */
export type ConfigPage = { configs: readonly DetectionConfig[]; total: number };

/** How many pages the history has. */
export function historyPages(total: number): number {
  return Math.max(1, Math.ceil(total / historyPageSize));
}

/** Why a version is that takes an older one's values. */
export function reappliedReason({ version }: Pick<DetectionConfig, 'version'>): string {
  return `Reapplied version ${version}`;
}

/** What is said of a version that does not count yet: from when it does, by the system's clock. */
export function awaitedText({ version }: Pick<DetectionConfig, 'version'>, clock: string): string {
  return `Version ${version} counts from ${clock}. Reprocess to apply it to earlier hours`;
}

/** When a version was saved, by whom, and in which hours it is in force (DET-15); `at` writes a time (ms). */
export function effectText(config: DetectionConfig, by: string, at: (ts: number) => string): string {
  return `Saved ${at(config.effectiveFrom)} by ${by}. ${hoursText(config, at)}`;
}

function hoursText(config: DetectionConfig, at: (ts: number) => string): string {
  // The first one counts for all time before it, too.
  const from = config.version === 1 ? null : countsFrom(config);
  const to = config.effectiveTo === null ? null : countsFrom({ effectiveFrom: config.effectiveTo });
  if (to === null) return from === null ? 'In force for all hours' : `In force from ${at(from)}`;
  if (from === null) return `In force until ${at(to)}`;
  return from === to ? 'Never in force: the next version was saved in the same hour' : `In force from ${at(from)} to ${at(to)}`;
}

/** Each parameter of a version by its name and value. */
export function parameterTexts(config: DetectionParameters): readonly (readonly [label: string, text: string])[] {
  return sliders.map(({ name, label, unit }) => [label, valueText(config[name], unit)]);
}

/** What a person is called; of one whom nobody here knows by name, 'Unknown'. */
export function modifierName(userId: number | null, names: ReadonlyMap<number, string>): string {
  return (userId === null ? undefined : names.get(userId)) ?? 'Unknown';
}
