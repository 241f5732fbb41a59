import * as v from 'valibot';
import type { RoleId } from '../entities/role.ts';
import { rowId } from '../fields/value-fields.ts';

/** The value of a field, as changes hold it. */
export type Held = string | number | null;

/**
 * A field that people write: its bounds with the words for what does not fit, its word in a sentence, and how
 * its values are written. `choices` are the words of 0, 1, …; `unit` is the unit of one and of several.
 */
export type RegistryField = {
  schema: v.GenericSchema<unknown, Held>;
  word: string;
  choices?: readonly string[];
  unit?: readonly [one: string, many: string];
  /** How many decimals a number is written with; none by default. */
  digits?: number;
  say?: (value: Held) => string;
};
type Fields = Readonly<Record<string, RegistryField>>;

export type Description = {
  entity: string;
  /** What several are called, in sentences, addresses and replies. */
  many: string;
  /** What people write and changes hold; a row is called by the first. */
  fields: Fields;
  /** What a row shows and nobody writes, and what it is in a new row. */
  derived?: v.ObjectEntries;
  fresh?: Readonly<Record<string, unknown>>;
  /** What requests hold in the place of a field that is among these. */
  instead?: v.ObjectEntries;
  /** What must hold between fields. */
  checks?: readonly { readonly kind: 'validation' }[];
  /** True where a row that is kept has the bounds of what is written. */
  isBounded?: true;
  /** The lowest role that may read it, and that may change it. */
  rights: { read: RoleId; write: RoleId };
  /** How its calls differ from those of a plain registry (contract/registry-calls.ts). */
  wire?: {
    /** The field of a request that holds what was written; 'animalData' in a plain one. */
    data?: string;
    /** True where a new one is sent in that field too. */
    isWrapped?: true;
    /** The field of a reply that holds the row, null where the row is the reply; 'animal' in a plain one. */
    reply?: string | null;
    /** What replies say of a row besides. */
    also?: v.ObjectEntries;
  };
};

type Widened<Value> = Value extends string ? string : Value extends number ? number : Value;
/** What changes hold of a row: any value of the field's type, as older versions had other bounds. */
export type HeldFields<D extends Description> = {
  -readonly [Name in keyof D['fields']]: Widened<v.InferOutput<D['fields'][Name]['schema']>>;
};
type Entries<D, Part extends 'derived' | 'instead'> = D extends { [P in Part]: infer E extends v.ObjectEntries } ? E : unknown;
type WrittenEntries<D extends Description> = Omit<
  { readonly [Name in keyof D['fields']]: D['fields'][Name]['schema'] },
  keyof Entries<D, 'instead'>
> &
  Entries<D, 'instead'>;
type RowEntries<D extends Description> = { readonly id: v.NumberSchema<undefined> } & {
  readonly [Name in keyof D['fields']]: v.GenericSchema<HeldFields<D>[Name]>;
} & Entries<D, 'derived'>;
type Id = { readonly id: v.OptionalSchema<typeof rowId, undefined> };

type Kind<Entity extends string, Sort extends string, Fields> = {
  entity: Entity;
  sort: Sort;
  held: v.GenericSchema<unknown, Fields>;
  read: RoleId;
  write: RoleId;
};

/** The three kinds of change of a registry: `.updated` holds the fields that changed. */
type Kinds<D extends Description> = {
  [Name in `${D['entity']}.created`]: Kind<D['entity'], 'created', HeldFields<D>>;
} & {
  [Name in `${D['entity']}.updated`]: Kind<
    D['entity'],
    'edited',
    { [Name in keyof HeldFields<D>]?: HeldFields<D>[Name] | undefined }
  >;
} & {
  [Name in `${D['entity']}.deleted`]: Kind<D['entity'], 'deleted', HeldFields<D>>;
};

export type Registry<D extends Description> = D & {
  kinds: Kinds<D>;
  /** What a request holds of a new row, and of one that is changed, which may give its id again. */
  written: v.ObjectSchema<WrittenEntries<D>, undefined>;
  changed: v.ObjectSchema<WrittenEntries<D> & Id, undefined>;
  /** A row as it is kept: what older versions let in is shown, too. */
  row: v.ObjectSchema<RowEntries<D>, undefined>;
};

/** Any registry, for what is the same of all. */
export type AnyRegistry = Description & {
  kinds: object;
  written: v.ObjectSchema<v.ObjectEntries, undefined>;
  changed: v.ObjectSchema<v.ObjectEntries, undefined>;
  row: v.ObjectSchema<v.ObjectEntries, undefined>;
};

/**
 * A thing of a system that people list, create, edit, delete and take back, described once (REG-16). From it
 * come its kinds of change and their words, its calls, the host's handlers, its read model, table, form and
 * file. It is loaded with every session, so nothing of a page is here.
 */
export function registry<const D extends Description>(description: D): Registry<D> {
  const { entity, fields, derived = {}, instead = {}, isBounded = false, checks = [], rights } = description;
  const held = mapped(fields, ({ schema }) => heldSchema(schema));
  const part = mapped(held, (schema) => v.optional(schema));
  const checked = (entries: v.ObjectEntries) => v.pipe(v.object(entries), ...(checks as []));
  const bounded = mapped(fields, ({ schema }) => schema);
  // In this order, as the first field that does not fit is the one that a refusal names.
  const written = Object.fromEntries(
    Object.entries(bounded).flatMap(([name, schema]) => (name in instead ? Object.entries(instead) : [[name, schema]])),
  );
  const kind = (sort: string, entries: v.ObjectEntries) => ({ entity, sort, held: v.strictObject(entries), ...rights });
  const parts = {
    kinds: {
      [`${entity}.created`]: kind('created', held),
      [`${entity}.updated`]: kind('edited', part),
      [`${entity}.deleted`]: kind('deleted', held),
    },
    written: checked(written),
    changed: checked({ ...written, id: v.optional(rowId) }),
    row: v.object({ id: v.number(), ...(isBounded ? bounded : held), ...derived }),
  };
  return { ...description, ...parts } as unknown as Registry<D>;
}

/** True for a field that holds numbers. */
export function isNumeric({ schema }: Pick<RegistryField, 'schema'>): boolean {
  const plain = plainSchema(schema);
  return plain.type === 'number' || typeof plain.options?.[0] === 'number';
}

type Known = { type: string; wrapped?: v.GenericSchema; options?: readonly unknown[] };

function plainSchema(schema: v.GenericSchema): Known {
  const { wrapped } = schema as Known;
  return wrapped === undefined ? schema : plainSchema(wrapped);
}

/** The type of a field without its bounds. */
function heldSchema(schema: v.GenericSchema): v.GenericSchema {
  const plain = isNumeric({ schema: schema as never }) ? v.number() : v.string();
  return schema.type === 'nullable' ? v.nullable(plain) : plain;
}

function mapped<Of, To>(values: Readonly<Record<string, Of>>, to: (value: Of) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}
