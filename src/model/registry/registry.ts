import * as v from 'valibot';
import type { RoleId } from '../entities/role.ts';

/** What a field of a registry holds, as changes keep it; its bounds are the calls'. */
type FieldSort = 'text' | 'textOrNone' | 'number' | 'numberOrNone';

/** How a field is told of: its word, and the word of a value where the value says too little. */
export type RegistryField = { holds: FieldSort; word: string; say?: (value: string | number | null) => string };
type Fields = Readonly<Record<string, RegistryField>>;

const held = {
  text: v.string(),
  textOrNone: v.nullable(v.string()),
  number: v.number(),
  numberOrNone: v.nullable(v.number()),
} as const;
type Held = typeof held;
type HeldEntries<Of extends Fields> = { readonly [Name in keyof Of]: Held[Of[Name]['holds']] };
type HeldParts<Of extends Fields> = { readonly [Name in keyof Of]: v.OptionalSchema<Held[Of[Name]['holds']], undefined> };

type Kind<Entity extends string, Sort extends string, Schema> = {
  entity: Entity;
  sort: Sort;
  held: Schema;
  read: RoleId;
  write: RoleId;
};

/** The three kinds of change of a registry: `.updated` holds the fields that changed. */
type Kinds<Entity extends string, Of extends Fields> = {
  [Name in `${Entity}.created`]: Kind<Entity, 'created', v.StrictObjectSchema<HeldEntries<Of>, undefined>>;
} & {
  [Name in `${Entity}.updated`]: Kind<Entity, 'edited', v.StrictObjectSchema<HeldParts<Of>, undefined>>;
} & {
  [Name in `${Entity}.deleted`]: Kind<Entity, 'deleted', v.StrictObjectSchema<HeldEntries<Of>, undefined>>;
};

type Parts<Entity extends string, Of extends Fields> = {
  entity: Entity;
  /** What one is called in a sentence, and several. */
  words: readonly [one: string, many: string];
  /** What people write and changes hold. */
  fields: Of;
  /** The lowest role that may read it, and that may change it. */
  rights: { read: RoleId; write: RoleId };
};

export type Registry<Entity extends string, Of extends Fields> = Parts<Entity, Of> & { kinds: Kinds<Entity, Of> };

/**
 * A thing of a system that people list, create, edit, delete and take back, described once (REG-16). From it
 * come its kinds of change and their words, its read model (registry-model.ts) and the host's handlers
 * (host/entry/http/registry-calls.ts). It is loaded with every session, so nothing of a page is here.
 */
export function registry<const Entity extends string, const Of extends Fields>(parts: Parts<Entity, Of>): Registry<Entity, Of> {
  const { entity, fields, rights } = parts;
  const entries = Object.fromEntries(Object.entries(fields).map(([name, { holds }]) => [name, held[holds]]));
  const whole = v.strictObject(entries);
  const part = v.strictObject(Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, v.optional(schema)])));
  const kinds = {
    [`${entity}.created`]: { entity, sort: 'created', held: whole, ...rights },
    [`${entity}.updated`]: { entity, sort: 'edited', held: part, ...rights },
    [`${entity}.deleted`]: { entity, sort: 'deleted', held: whole, ...rights },
  };
  return { ...parts, kinds: kinds as unknown as Kinds<Entity, Of> };
}
