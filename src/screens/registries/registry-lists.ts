import { animalCalls } from '../../model/contract/animal-calls.ts';
import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import type { ScreenResource } from '../built-screen.ts';

/** The lists of the registries, each by the name under which the host reports it out of date. */
export const registryLists = {
  animals: {
    name: 'animals',
    begins: 'now',
    afterLine: true,
    async load({ http }, mitasId, signal) {
      const { asOf, animals: rows } = await http.call(animalCalls.listAnimals, { params: { mitasId } }, { signal });
      return { asOf, facts: [{ type: 'animals.loaded', asOf, rows }] };
    },
  },
  transmitters: {
    name: 'transmitters',
    begins: 'now',
    afterLine: true,
    async load({ http }, mitasId, signal) {
      const { asOf, transmitters } = await http.call(transmitterCalls.listTransmitters, { params: { mitasId } }, { signal });
      const rows = transmitters.map((transmitter) => {
        const { TransmitterModelId: _, ...row } = transmitter;
        return row;
      });
      return { asOf, facts: [{ type: 'transmitters.loaded', asOf, rows }] };
    },
  },
  tags: {
    name: 'tags',
    begins: 'now',
    afterLine: true,
    async load({ http }, mitasId, signal) {
      const { asOf, tags: rows } = await http.call(animalCalls.listTags, { params: { mitasId } }, { signal });
      return { asOf, facts: [{ type: 'tags.loaded', asOf, rows }] };
    },
  },
} as const satisfies Record<string, ScreenResource>;
