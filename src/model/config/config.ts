import * as v from 'valibot';
import { receiverModels } from '../entities/receiver.ts';
import { type AresConfig, aresFields } from './ares.ts';
import { chosenSchema, sectionSchema } from './field-schema.ts';
import { type ConfigField, type Section, type TableEntry, isField } from './fields.ts';
import { type OrionConfig, orionFields } from './orion.ts';
import type { SettingValue, Settings } from './settings.ts';

/** The families that have a configuration of their own. */
export type Family = 'orion' | 'ares';
/** A receiver's configuration: only the one of its family (CFG-7). */
export type ReceiverConfig = { orion: OrionConfig } | { ares: AresConfig };
/** The configuration of one family. */
export type FamilyConfig = OrionConfig | AresConfig;

const fieldsOf = { orion: orionFields, ares: aresFields } as const;

/** Returns the family of a model. An unknown model has an Orion's configuration (CFG-7, RX-1). */
export function familyOf(model: number): Family {
  return model === receiverModels.ares ? 'ares' : 'orion';
}

/** Pairs of fields: the minimum must not be above the maximum. */
const pairs = [
  ['pulseMin', 'pulseMax'],
  ['intervalMin', 'intervalMax'],
] as const;

/** A field with its path: 'channels.bands.0.enabled'. */
export type PlacedField = { path: string; field: ConfigField };

/** Returns every field of a family, in the order of `orionFields` or `aresFields`. */
export function fieldsIn(family: Family): readonly PlacedField[] {
  return placed[family];
}

const placed: Readonly<Record<Family, readonly PlacedField[]>> = { orion: place(orionFields), ares: place(aresFields) };

function place(part: Section[string], path = ''): PlacedField[] {
  if (isField(part)) return [{ path, field: part }];
  return Object.entries(part).flatMap(([name, inner]) => place(inner as Section[string], path === '' ? name : `${path}.${name}`));
}

/** A problem with one field of a configuration. */
export type ConfigProblem = { path: string; text: string };

const sections = { orion: sectionSchema(orionFields), ares: sectionSchema(aresFields) } as const;

/**
 * The schemas of complete configurations, in which a minimum must not exceed its maximum (CFG-2), and of
 * chosen fields.
 */
export const orionSchema = withPairs<OrionConfig>(sections.orion);
export const aresSchema = withPairs<AresConfig>(sections.ares);
export const chosenOrionSchema = chosenSchema(orionFields);
export const chosenAresSchema = chosenSchema(aresFields);

/** Returns all problems of a configuration; none if it may be saved. */
export function problemsOf(family: Family, config: unknown): readonly ConfigProblem[] {
  const { issues } = v.safeParse(sections[family], config);
  return [...(issues ?? []).map((issue) => ({ path: v.getDotPath(issue) ?? '', text: issue.message })), ...crossed(config)];
}

function withPairs<Config>(schema: v.GenericSchema<unknown, Config>) {
  return v.pipe(
    schema,
    v.check(
      (config) => crossed(config).length === 0,
      ({ input }) => crossed(input).map(({ path, text }) => `${path}: ${text}`)[0] ?? '',
    ),
  );
}

/** Returns the problems of minimums above their maximum: one for each of the two fields (CFG-2). */
function crossed(part: unknown, at = ''): ConfigProblem[] {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return [];
  const values = part as Record<string, unknown>;
  const here = pairs.flatMap(([low, high]) => {
    const [least, most] = [values[low], values[high]];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
    return [
      { path: `${at}${low}`, text: `Not above the maximum, ${most}` },
      { path: `${at}${high}`, text: `Not below the minimum, ${least}` },
    ];
  });
  return [...here, ...Object.entries(values).flatMap(([name, inner]) => crossed(inner, `${at}${name}.`))];
}

/**
 * Returns the defaults for a receiver that was never configured ('stored') or is created in the console
 * ('created') (CFG-4).
 */
export function defaultConfig(family: 'orion', origin?: 'stored' | 'created'): OrionConfig;
export function defaultConfig(family: 'ares', origin?: 'stored' | 'created'): AresConfig;
export function defaultConfig(family: Family, origin?: 'stored' | 'created'): FamilyConfig;
export function defaultConfig(family: Family, origin: 'stored' | 'created' = 'stored'): FamilyConfig {
  return defaultsIn(fieldsOf[family], origin) as FamilyConfig;
}

function defaultsIn(part: Section[string], origin: 'stored' | 'created'): unknown {
  if (isField(part)) return defaultOf(part, origin);
  if (Array.isArray(part)) return part.map((each: Section) => defaultsIn(each, origin));
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, defaultsIn(inner as Section[string], origin)]));
}

function defaultOf(field: ConfigField, origin: 'stored' | 'created'): unknown {
  if (field.kind === 'table') return [];
  return origin === 'created' && field.kind === 'number' ? (field.createDefault ?? field.default) : field.default;
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(config: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], config);
}

/**
 * Returns a copy with another value at a path; all other parts are shared with the original.
 * @throws RangeError if the path does not exist.
 */
export function withValue<Config>(config: Config, path: string, value: unknown): Config {
  return replaced(config, path.split('.'), value) as Config;
}

function replaced(part: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) {
    throw new RangeError(`A configuration has no '${name}' there`);
  }
  const inner = replaced((part as Record<string, unknown>)[name], rest, value);
  return Array.isArray(part) ? part.with(Number(name), inner) : { ...part, [name]: inner };
}

/** A field in which two configurations of a family differ. */
export type ConfigDifference = PlacedField & { before: unknown; after: unknown };

/** Returns the differences between two configurations of a family, in the order of its fields. */
export function differences(family: Family, before: FamilyConfig, after: FamilyConfig): readonly ConfigDifference[] {
  return fieldsIn(family)
    .map((at) => ({ ...at, before: valueAt(before, at.path), after: valueAt(after, at.path) }))
    .filter((difference) => !isSame(difference.before, difference.after));
}

/**
 * Returns true if two values are equal. Tables with the same numbers are equal: only forms use the ids of
 * their entries.
 */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((entry, at) => entry.content === other[at].content);
}

export function settingsOf(family: Family, config: FamilyConfig): Settings {
  return Object.fromEntries(fieldsIn(family).map(({ path }) => [settingName(family, path), toSetting(valueAt(config, path))]));
}

/**
 * Reads the configuration of a family from a receiver's stored settings. Fields that are not stored, such as
 * those of a later version, get their default.
 */
export function configFrom(family: 'orion', settings: Settings): OrionConfig;
export function configFrom(family: 'ares', settings: Settings): AresConfig;
export function configFrom(family: Family, settings: Settings): FamilyConfig;
export function configFrom(family: Family, settings: Settings): FamilyConfig {
  return fieldsIn(family).reduce<FamilyConfig>((config, { path }) => {
    const stored = settings[settingName(family, path)];
    return stored === undefined || stored === null ? config : withValue(config, path, fromSetting(stored));
  }, defaultConfig(family));
}

/** Returns the chosen fields of a family as they are stored (CFG-11). */
export function chosenSettings(family: Family, chosen: unknown): Settings {
  const named = fieldsIn(family).map(({ path }) => [settingName(family, path), valueAt(chosen, path)] as const);
  return Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, toSetting(value)]])));
}

/** Returns the name of a field in a receiver's settings: 'orion.general.squelch'. */
export function settingName(family: Family, path: string): string {
  return `${family}.${path}`;
}

function toSetting(value: unknown) {
  return Array.isArray(value) ? value.map(({ content }: TableEntry) => content) : (value as SettingValue);
}

function fromSetting(value: SettingValue): unknown {
  return Array.isArray(value) ? value.map((content, at): TableEntry => ({ id: at + 1, content })) : value;
}

/** Returns the configuration `onto` with the values that `from` has at `paths` (CFG-8). */
export function applied<Config extends FamilyConfig>(onto: Config, from: Config, paths: readonly string[]): Config {
  return paths.reduce((config, path) => withValue(config, path, valueAt(from, path)), onto);
}
