import type { AresConfig, aresFields } from '../config/ares.ts';
import {
  type ConfigProblem,
  type Family,
  type FamilyConfig,
  applied,
  defaultConfig,
  familyOf,
  fieldsIn,
  problemsOf,
  valueAt,
} from '../config/config.ts';
import { fieldName } from '../config/config-words.ts';
import { type DraftDifference, configDifferences } from './draft.ts';
import type { Chosen } from '../config/fields.ts';
import { type OrionConfig, type orionFields, bandCount } from '../config/orion.ts';

/** A receiver of a batch with its configuration. */
export type BatchReceiver = {
  readonly rxId: number;
  readonly alias: string;
  readonly family: Family;
  readonly config: FamilyConfig;
};

/** A receiver in the answer of the call for several configurations. */
type Named = {
  rxId: number;
  alias: string;
  model: number;
  orion?: OrionConfig | undefined;
  ares?: AresConfig | undefined;
};

/** Returns the receivers of a batch, sorted by name. */
export function batchReceivers(receivers: readonly Named[]): readonly BatchReceiver[] {
  return receivers
    .map(({ rxId, alias, model, orion, ares }) => {
      const family = familyOf(model);
      return { rxId, alias, family, config: orion ?? ares ?? defaultConfig(family) };
    })
    .toSorted((one, other) => one.alias.localeCompare(other.alias, 'en', { numeric: true }));
}

/**
 * Returns the family of most of the receivers, with which the form starts; Orion if both have equally many.
 */
export function mainFamily(receivers: readonly BatchReceiver[]): Family {
  return receivers.filter(({ family }) => family === 'ares').length * 2 > receivers.length ? 'ares' : 'orion';
}

/** Returns only the problems of the chosen fields. */
export function chosenProblems(family: Family, values: FamilyConfig, chosen: readonly string[]): readonly ConfigProblem[] {
  return problemsOf(family, values).filter(({ path }) => chosen.some((each) => path === each || path.startsWith(`${each}.`)));
}

/** The effect on one receiver: what would change, and why it would be refused (null if accepted). */
export type BatchEffect = {
  readonly receiver: BatchReceiver;
  readonly differences: readonly DraftDifference[];
  readonly refusal: string | null;
};

/** The chosen fields of a family with their values. */
type BatchChoice = { family: Family; values: FamilyConfig; chosen: readonly string[] };

/** Returns the effect of the chosen values on each receiver of the family (CFG-11). */
export function batchEffects(receivers: readonly BatchReceiver[], choice: BatchChoice): readonly BatchEffect[] {
  return concerned(receivers, choice).map((receiver) => effectOn(receiver, choice));
}

/** Returns why a reviewed batch cannot be applied; null if it would change a receiver (CFG-14). */
export function whyNotApplied(receivers: readonly BatchReceiver[], choice: BatchChoice): string | null {
  const those = concerned(receivers, choice);
  if (those.length === 0) return 'No receivers of this family are left';
  return those.some((receiver) => isChanging(effectOn(receiver, choice))) ? null : 'No receiver would change';
}

/** Returns true if the batch would change this receiver. */
export function isChanging({ differences, refusal }: BatchEffect): boolean {
  return refusal === null && differences.length > 0;
}

function concerned(receivers: readonly BatchReceiver[], { family }: BatchChoice): readonly BatchReceiver[] {
  return receivers.filter((receiver) => receiver.family === family);
}

function effectOn(receiver: BatchReceiver, { family, values, chosen }: BatchChoice): BatchEffect {
  const after = applied(receiver.config, values, chosen);
  const [problem] = problemsOf(family, after);
  return {
    receiver,
    differences: configDifferences(family, receiver.config, after),
    refusal: problem === undefined ? null : `${fieldName(family, problem.path)}: ${problem.text}`,
  };
}

/**
 * Returns the chosen fields as they are sent: a tree with no other fields, in which bands keep their index
 * and others are null (CFG-11).
 */
export function chosenOf(
  family: Family,
  values: FamilyConfig,
  chosen: readonly string[],
): { orion?: Chosen<typeof orionFields>; ares?: Chosen<typeof aresFields> } {
  const tree: Record<string, unknown> = {};
  for (const { path } of fieldsIn(family)) if (chosen.includes(path)) put(tree, path.split('.'), valueAt(values, path));
  return { [family]: tree };
}

function put(part: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) return void (part[name] = value);
  part[name] ??= name === 'bands' ? Array.from({ length: bandCount }, () => null) : {};
  put(part[name] as Record<string, unknown>, rest, value);
}
