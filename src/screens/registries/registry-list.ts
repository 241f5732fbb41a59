import { registryRequests } from '../../model/contract/registry-requests.ts';
import type { Fact } from '../../model/journal/facts.ts';
import { type RegistryEntity, type RegistryList, registries } from '../../model/registry/registries.ts';
import type { ScreenResource } from '../built-screen.ts';

/** The list of a registry, under the name that the host uses to declare it outdated. */
export function registryList(entity: RegistryEntity): ScreenResource & { name: RegistryList } {
  const { many } = registries[entity];
  const { call, rowsOf } = registryRequests(entity).list;
  return {
    name: many,
    begins: 'now',
    afterLine: true,
    async load({ http }, mitasId, signal) {
      const reply = await http.call(call, { params: { mitasId } }, { signal });
      const fact = { type: `${many}.loaded`, ...rowsOf(reply) };
      return { asOf: fact.asOf, facts: [fact as Fact] };
    },
  };
}
