import { useSelector } from '@xstate/react';
import { type SyntheticEvent, useMemo } from 'react';
import { Link } from 'wouter';
import type { TagsPageRef } from '../../machines/tags-page/tags-page-machine.ts';
import { type TagFields, tags as registry } from '../../model/registry/tags/tag.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import { areSameRows, listedRows } from '../../model/journal/rows-model.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { tagFormSchema } from '../../model/registry/tags/tag-form.ts';
import { tagColumns, type TagRow, tagRow } from '../../model/registry/tags/tag-rows.ts';
import { utcText } from '../../model/time/typed-time.ts';
import { PastNotice } from '../registry/past-notice.tsx';
import { registryView } from '../registry/registry-view.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel, useScreenModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { TagFieldsForm } from './tag-fields.tsx';
import { PlaceServices } from './place-dialog.tsx';
import styles from './tags.module.css';

/** Returns all tags with the names they refer to; null until tags, animals and transmitters are loaded. */
function useTagRows(): TagRow[] | null {
  const tags = useScreenModel(registryModels.tag, listedRows, areSameRows);
  const animals = useScreenModel(registryModels.animal, (state) => (state.order.epoch === null ? null : state.rows));
  const transmitters = useScreenModel(registryModels.transmitter, (state) => (state.order.epoch === null ? null : state.rows));
  const receivers = useReadModel((models) => receiverLooks(models.fleet));
  const times = useTimes();
  return useMemo(() => {
    if (tags === null || animals === null || transmitters === null) return null;
    return tags.map((tag) =>
      tagRow(tag, {
        animal: (id) => animals[id]?.alias,
        transmitter: (id) => transmitters[id]?.serialNumber,
        receiver: (id) => receivers.get(id)?.alias,
        stamp: (ts) => times.stamp(ts),
      }),
    );
  }, [tags, animals, transmitters, receivers, times]);
}

/** Links an animal's name to the page of its tag (VISIT-5); a press on it does not select its row. */
function TagLink({ row }: { row: TagRow }) {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const keep = (event: SyntheticEvent): void => event.stopPropagation();
  return (
    <Link
      className={styles.name}
      href={screenUrl(mitasId, `animals/tags/${row.id}`)}
      onPointerDown={keep}
      onMouseDown={keep}
      onClick={keep}
      onKeyDown={(event) => (event.key === 'Enter' ? keep(event) : undefined)}
    >
      {row.animalAlias}
    </Link>
  );
}

const [nameColumn, ...otherColumns] = tagColumns;
const names = Object.keys(registry.fields) as (keyof TagFields)[];

const TagsTable = registryView<TagRow, TagFields>({
  entity: 'tag',
  joined: { useRows: useTagRows, needs: ['animals', 'transmitters'] },
  title: 'Tags',
  about: 'Which animal carries which transmitter',
  columns: [{ ...nameColumn, cell: (row) => <TagLink row={row} /> }, ...otherColumns],
  isTall: true,
  empty: 'Assign a transmitter to an animal, and it will appear here.',
  form: {
    schema: tagFormSchema,
    name: 'Tagged Animal',
    initial: (now) => ({
      AnimalId: 0,
      TransmitterId: 0,
      releaseTime: utcText(now),
      releaseLatitude: null,
      releaseLongitude: null,
      retrieveTime: null,
      retrieveLatitude: null,
      retrieveLongitude: null,
    }),
    valuesOf: (row) => Object.fromEntries(names.map((name) => [name, row[name]])) as TagFields,
    Fields: TagFieldsForm,
  },
});

/** Which animal carries which transmitter (REG-8). */
export default function TagsView({ actor, onReload }: ScreenProps<TagsPageRef>) {
  const { registry, land, position, past } = useSelector(actor, ({ children }) => children);
  const services = useMemo(() => ({ land, position }), [land, position]);
  if (registry === undefined) return null;
  return (
    <PlaceServices value={services}>
      <TagsTable actor={registry} onReload={onReload} above={past === undefined ? null : <PastNotice actor={past} />} />
    </PlaceServices>
  );
}
