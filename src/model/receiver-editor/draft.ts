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

/** What the editor shows of a receiver beside its configuration. */
export type Basics = Pick<Receiver, 'alias' | 'ipAddress' | 'portNumber' | 'enabled' | 'color'> & { model: 0 | 1 };
export type BasicName = keyof Basics;

/**
 * A receiver in the editor. A field may hold what cannot be saved while somebody types, such as null.
 * `aside`: the configuration of the other family that it had in the editor before its model was changed.
 */
export type Draft = { readonly basic: Basics; readonly config: FamilyConfig; readonly aside?: FamilyConfig };

/** A receiver as the host has it, and up to which change. `mayChooseModel`: it has not said which it is. */
export type OpenedReceiver = { readonly asOf: AsOf; readonly draft: Draft; readonly mayChooseModel: boolean };

/** What the call of one receiver answers. */
type Reply = { asOf: AsOf; rxData: { basic: Receiver; orion?: FamilyConfig | undefined; ares?: FamilyConfig | undefined } };

/** The basics in the order of the form, with their names. */
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

/** RX-1: an unknown model is edited as an Orion. */
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
 * A draft with another value; of another family, it has the configuration that it had of that family before,
 * and that family's defaults where it had none.
 */
export function withField(draft: Draft, path: string, value: unknown): Draft {
  const name = basicNameOf(path);
  if (name === null) return { ...draft, config: withValue(draft.config, path, value) };
  const next = { ...draft, basic: { ...draft.basic, [name]: value } };
  if (familyIn(next) === familyIn(draft)) return next;
  return { ...next, config: draft.aside ?? defaultConfig(familyIn(next), 'created'), aside: draft.config };
}

/** The value at a path of a draft: 'basic.alias', 'general.squelch'. */
export function fieldOf(draft: Draft, path: string): unknown {
  const name = basicNameOf(path);
  return name === null ? valueAt(draft.config, path) : draft.basic[name];
}

function basicNameOf(path: string): BasicName | null {
  return path.startsWith('basic.') ? (path.slice('basic.'.length) as BasicName) : null;
}

/** All that is wrong with a draft, one sentence for each field; nothing for one that may be saved. */
export function draftProblems(draft: Draft): readonly ConfigProblem[] {
  const basics = basicNames.flatMap((name) => {
    const schema = basicSchemas[name];
    const issue = schema === undefined ? undefined : v.safeParse(schema, draft.basic[name]).issues?.[0];
    return issue === undefined ? [] : [{ path: `basic.${name}`, text: basicTexts[name] ?? issue.message }];
  });
  const all = [...basics, ...problemsOf(familyIn(draft), draft.config)];
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
}

/** The problems of a section, or of 'basic': what its tab says. */
export function problemsIn(problems: readonly ConfigProblem[], section: string): readonly ConfigProblem[] {
  return problems.filter(({ path }) => path === section || path.startsWith(`${section}.`));
}

/** Where the first of some problems is, in the order of the form; null where there are none. */
export function firstInForm(family: Family, problems: readonly ConfigProblem[]): string | null {
  const basic = problemsIn(problems, 'basic')[0]?.path;
  return basic ?? fieldsIn(family).find(({ path }) => problemsIn(problems, path).length > 0)?.path ?? null;
}

/** One field in which two drafts differ, in words. */
export type DraftDifference = { path: string; label: string; before: string; after: string };

/**
 * Where two drafts differ, in the order of the form. Those of different families differ in their model alone.
 */
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

/** Where two configurations of a family differ, in words. */
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
 * What a person changed (`before` to `mine`), put onto what others have made of the receiver since. Where
 * both changed the same field to something else, mine stands in the draft and the field is a conflict
 * (CFG-8).
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

/** A draft with what another holds at some paths. */
export function withFieldsOf(draft: Draft, other: Draft, paths: readonly string[]): Draft {
  return paths.reduce((sofar, path) => withField(sofar, path, fieldOf(other, path)), draft);
}

/** What is saved of a draft. */
export type SavedDraft = { basic: Partial<Basics>; orion?: OrionConfig; ares?: AresConfig };

/** CFG-7: the basics that were changed, and the section of the receiver's family; no form's error map. */
export function requestOf(before: Draft, draft: Draft): SavedDraft {
  const changed = basicNames.filter((name) => before.basic[name] !== draft.basic[name]);
  const basic = Object.fromEntries(changed.map((name) => [name, draft.basic[name]])) as Partial<Basics>;
  const isSameConfig =
    familyIn(before) === familyIn(draft) && differences(familyIn(draft), before.config, draft.config).length === 0;
  return { basic, ...(isSameConfig ? {} : { [familyIn(draft)]: draft.config }) };
}
