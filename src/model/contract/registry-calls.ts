import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import type { RoleId } from '../entities/role.ts';
import { someIds } from '../fields/query-fields.ts';
import { registryOf, ofRegistries, type Registries, type RegistryEntity } from '../registry/registries.ts';
import { capitalized } from '../registry/field-text.ts';
import { type AnyRegistry, type Description, type Registry } from '../registry/registry.ts';
import { changedReply } from './edit-call.ts';

type Role = { access: { role: RoleId } };
type Path<D extends Description> = `/api/mitashost/{mitasId}/${D['many']}`;
type Wire<D extends Description, Part extends keyof NonNullable<D['wire']>, Plain> = D extends {
  wire: { [P in Part]: infer Said };
}
  ? Said
  : Plain;
type Data<D extends Description> = Wire<D, 'data', `${D['entity']}Data`> & string;
type Also<D extends Description> = Wire<D, 'also', object>;

type RowSchema<D extends Description> = v.ObjectSchema<Registry<D>['row']['entries'] & Also<D>, undefined>;
type ReplySchema<D extends Description> =
  Wire<D, 'reply', D['entity']> extends infer Field extends string
    ? v.ObjectSchema<{ readonly [F in Field]: RowSchema<D> } & typeof changeReply, undefined>
    : v.ObjectSchema<RowSchema<D>['entries'] & typeof changeReply, undefined>;

type DataSchema<
  D extends Description,
  Schema extends v.GenericSchema,
  More extends v.ObjectEntries = Record<never, never>,
> = v.ObjectSchema<{ readonly [F in Data<D>]: Schema } & More, undefined>;

/** The four calls of a registry by name, with their types. */
type RegistryCalls<D extends Description> = {
  [Name in `list${Capitalize<D['many']>}`]: Role & {
    method: 'GET';
    path: Path<D>;
    reply: v.ObjectSchema<
      { readonly asOf: typeof asOfSchema } & { readonly [M in D['many']]: v.ArraySchema<RowSchema<D>, undefined> },
      undefined
    >;
  };
} & {
  [Name in `create${Capitalize<D['entity']>}`]: Role & {
    method: 'POST';
    path: Path<D>;
    body: Wire<D, 'isWrapped', false> extends true ? DataSchema<D, Registry<D>['written']> : Registry<D>['written'];
    changes: true;
    reply: ReplySchema<D>;
  };
} & {
  [Name in `update${Capitalize<D['entity']>}`]: Role & {
    method: 'PUT';
    path: `${Path<D>}/{id}`;
    body: DataSchema<D, Registry<D>['changed'], { readonly asOf: v.OptionalSchema<typeof asOfSchema, undefined> }>;
    repeats: { readonly [F in Data<D> as `${F}.id`]: 'id' };
    changes: true;
    reply: ReplySchema<D>;
  };
} & {
  [Name in `delete${Capitalize<D['many']>}`]: Role & {
    method: 'DELETE';
    path: Path<D>;
    query: v.ObjectSchema<{ readonly ids: typeof someIds }, undefined>;
    changes: true;
    reply: typeof changedReply;
  };
};

export function registryCallNames({ entity, many }: Pick<Description, 'entity' | 'many'>) {
  const [one, all] = [capitalized(entity), capitalized(many)];
  return { list: `list${all}`, create: `create${one}`, update: `update${one}`, remove: `delete${all}` };
}

/** Returns how requests and replies of a registry name and wrap its rows, with the defaults filled in. */
export function wireOf({ entity, wire = {} }: Pick<Description, 'entity' | 'wire'>) {
  const { data = `${entity}Data`, isWrapped = false, reply = entity, also = {} } = wire;
  return { data, isWrapped, reply, also };
}

function callsOf(registry: AnyRegistry): object {
  const { many, rights, written, changed, row: kept } = registry;
  const { data, isWrapped, reply, also } = wireOf(registry);
  const names = registryCallNames(registry);
  const path = `/api/mitashost/{mitasId}/${many}`;
  const row = v.object({ ...kept.entries, ...also });
  const change = { access: { role: rights.write }, changes: true };
  const replied = v.object({ ...(reply === null ? row.entries : { [reply]: row }), ...changeReply });
  return {
    [names.list]: {
      method: 'GET',
      path,
      access: { role: rights.read },
      reply: v.object({ asOf: asOfSchema, [many]: v.array(row) }),
    },
    [names.create]: {
      ...change,
      method: 'POST',
      path,
      body: isWrapped ? v.object({ [data]: written }) : written,
      reply: replied,
    },
    [names.update]: {
      ...change,
      method: 'PUT',
      path: `${path}/{id}`,
      body: v.object({ [data]: changed, asOf: v.optional(asOfSchema) }),
      repeats: { [`${data}.id`]: 'id' },
      reply: replied,
    },
    [names.remove]: {
      ...change,
      method: 'DELETE',
      path,
      query: v.object({ ids: someIds }),
      reply: changedReply,
    },
  };
}

export type RegistryCallName<Entity extends RegistryEntity> = keyof RegistryCalls<Registries[Entity]>;

type OfAll = { [Entity in RegistryEntity]: RegistryCalls<Registries[Entity]> };

/** CALL-3: listing, creating, updating and deleting the rows of each registry (REG-16). */
export const registryCalls = ofRegistries<OfAll>((entity) => callsOf(registryOf(entity)) as OfAll[RegistryEntity]);
