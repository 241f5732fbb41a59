import * as v from 'valibot';
import type { RoleId } from '../entities/role.ts';
import { rowId } from '../fields/value-fields.ts';

/** The value of a field in changes. */
export type Held = string | number | null;

/**
 * A field that people edit: its bounds with the error text, its name within a sentence, and how its values
 * are written. `choices` are the words for 0, 1, …; `unit` has the unit's singular and plural.
 */
export type RegistryField = {
  schema: v.GenericSchema<unknown, Held>;
  word: string;
  choices?: readonly string[];
  unit?: readonly [one: string, many: string];
  /** How many decimals a number has; none by default. */
  digits?: number;
  say?: (value: Held) => string;
};
type Fields = Readonly<Record<string, RegistryField>>;

export type Description = {
  entity: string;
  /** The plural name, in sentences, addresses and replies. */
  many: string;
  /** The fields that people edit and changes contain. The first one is the name of a row. */
  fields: Fields;
  /** Fields of a row that cannot be edited, and their values in a new row. */
  derived?: v.ObjectEntries;
  fresh?: Readonly<Record<string, unknown>>;
  /** Fields of requests. They replace the edited field that has the name of one of them. */
  instead?: v.ObjectEntries;
  /** Checks between several fields. */
  checks?: readonly { readonly kind: 'validation' }[];
  /** True if stored rows have the same bounds as edited ones. */
  isBounded?: true;
  /** The role needed to read the registry, and the role needed to change it. */
  rights: { read: RoleId; write: RoleId };
  /** How the registry's calls differ from those of a plain registry (contract/registry-calls.ts). */
  wire?: {
    /** The field of a request with the edited values; by default 'animalData' for animals, and so on. */
    data?: string;
    /** True if a request for a new row wraps its values in `data` too. */
    isWrapped?: true;
    /**
     * The field of a reply with the row, null if the row is the reply; by default 'animal' for animals, and
     * so on.
     */
    reply?: string | null;
    /** Further fields of a row in replies. */
    also?: v.ObjectEntries;
  };
};

type Widened<Value> = Value extends string ? string : Value extends number ? number : Value;
/** The fields of a row in changes: any value of the field's type, because older versions had other bounds. */
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

/** The three kinds of change of a registry. `.updated` contains only the fields that changed. */
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
  /** The schemas of requests for a new row, and for a changed one, which may repeat its id. */
  written: v.ObjectSchema<WrittenEntries<D>, undefined>;
  changed: v.ObjectSchema<WrittenEntries<D> & Id, undefined>;
  /** A stored row. Values that older versions accepted are valid too. */
  row: v.ObjectSchema<RowEntries<D>, undefined>;
};

/** Any registry, for code that treats all alike. */
export type AnyRegistry = Description & {
  kinds: object;
  written: v.ObjectSchema<v.ObjectEntries, undefined>;
  changed: v.ObjectSchema<v.ObjectEntries, undefined>;
  row: v.ObjectSchema<v.ObjectEntries, undefined>;
};

/**
 * Describes once a sort of things in a system that people list, create, edit, delete and undo (REG-16). Its
 * kinds of change and their texts, its calls, the host's handlers, its read model, table, form and file
 * derive from the description. Every session loads it, so it contains nothing that only a page needs.
 */
export function registry<const D extends Description>(description: D): Registry<D> {
  const { entity, fields, derived = {}, instead = {}, isBounded = false, checks = [], rights } = description;
  const held = mapped(fields, ({ schema }) => heldSchema(schema));
  const part = mapped(held, (schema) => v.optional(schema));
  const checked = (entries: v.ObjectEntries) => v.pipe(v.object(entries), ...(checks as []));
  const bounded = mapped(fields, ({ schema }) => schema);
  // The order of the fields matters: a refusal names the first field that does not fit.
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

export function isNumeric({ schema }: Pick<RegistryField, 'schema'>): boolean {
  const plain = plainSchema(schema);
  return plain.type === 'number' || typeof plain.options?.[0] === 'number';
}

type Known = { type: string; wrapped?: v.GenericSchema; options?: readonly unknown[] };

function plainSchema(schema: v.GenericSchema): Known {
  const { wrapped } = schema as Known;
  return wrapped === undefined ? schema : plainSchema(wrapped);
}

/** Returns the schema of a field's type, without its bounds. */
function heldSchema(schema: v.GenericSchema): v.GenericSchema {
  const plain = isNumeric({ schema: schema as never }) ? v.number() : v.string();
  return schema.type === 'nullable' ? v.nullable(plain) : plain;
}

function mapped<Of, To>(values: Readonly<Record<string, Of>>, to: (value: Of) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}
