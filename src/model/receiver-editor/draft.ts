import * as v from 'valibot';
import type { AsOf } from '../changes/change.ts';
import { ip, port } from '../entities/receiver-address.ts';
import { color } from '../fields/value-fields.ts';
import { type Receiver, aliasMaxLength, modelName, receiverAliasSchema, receiverModels } from '../entities/receiver.ts';
import type { AresConfig } from '../config/ares.ts';
import {
  type ConfigProblem,
  type Family,
  type FamilyConfig,
  defaultConfig,
  differences,
  familyOf,
  fieldsIn,
  problemsOf,
  valueAt,
  withValue,
} from '../config/config.ts';
import { placeName, valueText } from '../config/config-words.ts';
import type { OrionConfig } from '../config/orion.ts';

/** The values in the editor beside the receiver's configuration. */
export type Basics = Pick<Receiver, 'alias' | 'ipAddress' | 'portNumber' | 'enabled' | 'color'> & { model: 0 | 1 };
export type BasicName = keyof Basics;

/**
 * A receiver in the editor. While a person types, a field may hold an invalid value such as null. If the
 * model was changed to the other family, `aside` keeps the configuration from before.
 */
export type Draft = { readonly basic: Basics; readonly config: FamilyConfig; readonly aside?: FamilyConfig };

/**
 * A receiver as loaded; `asOf` is the newest change that it includes. `mayChooseModel` is true if the
 * receiver has not reported its model.
 */
export type OpenedReceiver = { readonly asOf: AsOf; readonly draft: Draft; readonly mayChooseModel: boolean };

/** The answer of the call for one receiver. */
type Reply = { asOf: AsOf; rxData: { basic: Receiver; orion?: FamilyConfig | undefined; ares?: FamilyConfig | undefined } };

/** The names of the basics, in the order of the form. */
export const basicLabels = {
  alias: 'Name',
  model: 'Model',
  ipAddress: 'IP address',
  portNumber: 'Port',
  enabled: 'Enabled',
  color: 'Colour',
} as const satisfies Record<BasicName, string>;
const basicNames = Object.keys(basicLabels) as BasicName[];

const basicSchemas: Partial<Record<BasicName, v.GenericSchema>> = {
  alias: v.pipe(receiverAliasSchema),
  ipAddress: ip,
  portNumber: port,
  color,
};
const basicTexts: Partial<Record<BasicName, string>> = {
  alias: `Between 1 and ${aliasMaxLength} characters`,
  portNumber: 'Invalid Port',
};

/** Returns the receiver to edit. An unknown model is edited as an Orion (RX-1). */
export function openedFrom({ asOf, rxData: { basic, orion, ares } }: Reply): OpenedReceiver {
  const { alias, model, ipAddress, portNumber, enabled, color: colour, infoTime } = basic;
  const known = model === receiverModels.ares ? receiverModels.ares : receiverModels.orion;
  const config = orion ?? ares ?? defaultConfig(familyOf(known));
  return {
    asOf,
    draft: { basic: { alias, model: known, ipAddress, portNumber, enabled, color: colour }, config },
    mayChooseModel: model === receiverModels.unknown || infoTime === null,
  };
}

export function familyIn({ basic }: Draft): Family {
  return familyOf(basic.model);
}

/**
 * Returns the draft with another value. If this is a model of the other family, the draft gets that family's
 * earlier configuration, or its defaults.
 */
export function withField(draft: Draft, path: string, value: unknown): Draft {
  const name = basicNameOf(path);
  if (name === null) return { ...draft, config: withValue(draft.config, path, value) };
  const next = { ...draft, basic: { ...draft.basic, [name]: value } };
  if (familyIn(next) === familyIn(draft)) return next;
  return { ...next, config: draft.aside ?? defaultConfig(familyIn(next), 'created'), aside: draft.config };
}

/** Returns the value at a path of a draft: 'basic.alias', 'general.squelch'. */
export function fieldOf(draft: Draft, path: string): unknown {
  const name = basicNameOf(path);
  return name === null ? valueAt(draft.config, path) : draft.basic[name];
}

function basicNameOf(path: string): BasicName | null {
  return path.startsWith('basic.') ? (path.slice('basic.'.length) as BasicName) : null;
}

/** Returns all problems of a draft, one sentence per field; empty if it can be saved. */
export function draftProblems(draft: Draft): readonly ConfigProblem[] {
  const basics = basicNames.flatMap((name) => {
    const schema = basicSchemas[name];
    const issue = schema === undefined ? undefined : v.safeParse(schema, draft.basic[name]).issues?.[0];
    return issue === undefined ? [] : [{ path: `basic.${name}`, text: basicTexts[name] ?? issue.message }];
  });
  const all = [...basics, ...problemsOf(familyIn(draft), draft.config)];
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
}

/** Returns the problems of a section, or of 'basic', for its tab. */
export function problemsIn(problems: readonly ConfigProblem[], section: string): readonly ConfigProblem[] {
  return problems.filter(({ path }) => path === section || path.startsWith(`${section}.`));
}

/** Returns the path of the first field with a problem, in the order of the form; null if there are none. */
export function firstInForm(family: Family, problems: readonly ConfigProblem[]): string | null {
  const basic = problemsIn(problems, 'basic')[0]?.path;
  return basic ?? fieldsIn(family).find(({ path }) => problemsIn(problems, path).length > 0)?.path ?? null;
}

/** A field in which two drafts differ, in words. */
export type DraftDifference = { path: string; label: string; before: string; after: string };

/** Returns where two drafts differ, in the order of the form; if their families differ, only the model. */
export function draftDifferences(before: Draft, after: Draft): readonly DraftDifference[] {
  const basics = basicNames
    .filter((name) => before.basic[name] !== after.basic[name])
    .map((name) => ({
      path: `basic.${name}`,
      label: basicLabels[name],
      before: basicText(name, before.basic[name]),
      after: basicText(name, after.basic[name]),
    }));
  if (familyIn(before) !== familyIn(after)) return basics;
  return [...basics, ...configDifferences(familyIn(before), before.config, after.config)];
}

/** Returns where two configurations of a family differ, in words. */
export function configDifferences(family: Family, before: FamilyConfig, after: FamilyConfig): readonly DraftDifference[] {
  return differences(family, before, after).map((difference) => {
    const { path, field } = difference;
    const base = (config: FamilyConfig): number | undefined => {
      const value = field.kind === 'bins' ? valueAt(config, path.replace(/frequencyBins$/, 'baseFrequency')) : undefined;
      return typeof value === 'number' ? value : undefined;
    };
    return {
      path,
      label: `${placeName(path)}: ${field.label}`,
      before: valueText(field, difference.before, base(before)),
      after: valueText(field, difference.after, base(after)),
    };
  });
}

export function isChanged(before: Draft, after: Draft): boolean {
  return draftDifferences(before, after).length > 0;
}

function basicText(name: BasicName, value: Basics[BasicName]): string {
  if (name === 'model') return modelName(Number(value));
  if (name === 'enabled') return value === true ? 'On' : 'Off';
  return value === '' || value === null ? '–' : String(value);
}

/**
 * Applies a person's edits (`before` to `mine`) to the receiver's newest version (`theirs`). If both changed
 * a field to different values, the draft has mine and the field is a conflict (CFG-8). If either changed the
 * family, the draft is mine and every difference is a conflict.
 */
export function rebased(before: Draft, mine: Draft, theirs: Draft): { draft: Draft; conflicts: readonly DraftDifference[] } {
  const isOtherFamily = [theirs, mine].some((other) => familyIn(other) !== familyIn(before));
  if (isOtherFamily) {
    const draft = familyIn(theirs) === familyIn(mine) ? mine : { ...mine, aside: theirs.config };
    return { draft, conflicts: draftDifferences(theirs, mine) };
  }
  const changed = draftDifferences(before, mine).map(({ path }) => path);
  const draft = withFieldsOf(theirs, mine, changed);
  const elsewhere = new Set(draftDifferences(before, theirs).map(({ path }) => path));
  const conflicts = draftDifferences(theirs, draft).filter(({ path }) => elsewhere.has(path));
  return { draft, conflicts };
}

/** Copies the values at some paths from another draft. */
export function withFieldsOf(draft: Draft, other: Draft, paths: readonly string[]): Draft {
  return paths.reduce((sofar, path) => withField(sofar, path, fieldOf(other, path)), draft);
}

/** The part of a draft that is saved. */
export type SavedDraft = { basic: Partial<Basics>; orion?: OrionConfig; ares?: AresConfig };

/**
 * Returns the changed basics and, if it changed, the configuration of the receiver's family, without the
 * form's errors (CFG-7).
 */
export function requestOf(before: Draft, draft: Draft): SavedDraft {
  const changed = basicNames.filter((name) => before.basic[name] !== draft.basic[name]);
  const basic = Object.fromEntries(changed.map((name) => [name, draft.basic[name]])) as Partial<Basics>;
  const isSameConfig =
    familyIn(before) === familyIn(draft) && differences(familyIn(draft), before.config, draft.config).length === 0;
  return { basic, ...(isSameConfig ? {} : { [familyIn(draft)]: draft.config }) };
}
