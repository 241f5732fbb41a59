import type { AsOf } from '../changes/change.ts';
import { registryOf, type RegistryEntity } from '../registry/registries.ts';
import type { Call, RequestFor } from './call.ts';
import { registryCallNames, registryCalls, wireOf } from './registry-calls.ts';

/** A call of a registry with its request. */
export type RegistryRequest = { call: Call; request: RequestFor<Call> };
type Values = Readonly<Record<string, unknown>>;
type Row = { id: number } & Values;

/** Returns functions that build the requests of a registry. */
export function registryRequests(entity: RegistryEntity) {
  const { many } = registryOf(entity);
  const names = registryCallNames(registryOf(entity));
  const { data, isWrapped, also } = wireOf(registryOf(entity));
  const called = (name: string): Call => (registryCalls as Readonly<Record<string, Call>>)[name] as Call;
  const asked = (name: string, request: object): RegistryRequest => ({
    call: called(name),
    request: request as RequestFor<Call>,
  });
  return {
    list: {
      call: called(names.list),
      rowsOf: (reply: unknown): { asOf: AsOf; rows: Row[] } => {
        const { asOf, [many]: rows } = reply as { asOf: AsOf } & Record<string, Row[]>;
        return { asOf, rows: (rows ?? []).map((row) => without(row, Object.keys(also))) };
      },
    },
    create: (mitasId: string, values: Values) =>
      asked(names.create, { params: { mitasId }, body: isWrapped ? { [data]: values } : values }),
    update: (mitasId: string, id: number, values: Values, asOf: AsOf | null) =>
      asked(names.update, { params: { mitasId, id }, body: { [data]: values, ...(asOf === null ? {} : { asOf }) } }),
    remove: (mitasId: string, ids: readonly number[]) => asked(names.remove, { params: { mitasId }, query: { ids } }),
  };
}

function without(row: Row, names: readonly string[]): Row {
  return names.length === 0 ? row : (Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as Row);
}
