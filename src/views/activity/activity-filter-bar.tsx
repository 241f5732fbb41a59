import { Item, Picker, Section } from '@adobe/react-spectrum/Picker';
import {
  type ActivityFilters,
  areTimesReversed,
  isUnfiltered,
  timesReversedText,
} from '../../model/activity/activity-filters.ts';
import { type Change, knownItems } from '../../model/changes/change.ts';
import { type Author } from '../../model/entities/author.ts';
import { type ChangedEntity, changeKinds } from '../../model/changes/change-kinds.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import { registries, registryEntities } from '../../model/registry/registries.ts';
import { capitalized } from '../../model/registry/field-text.ts';
import { useReadModel } from '../session/session-actors.tsx';
import type { TimeText } from '../../model/time/time-text.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Button } from '../controls/button.tsx';
import { TimeFields } from './time-field.tsx';
import styles from './activity.module.css';

type Props = {
  filters: ActivityFilters;
  people: readonly NonNullable<Author>[];
  changes: readonly Change[];
  /** Formats times in the system's timezone. */
  times: TimeText;
  onChoose: (chosen: Partial<ActivityFilters>) => void;
  onClear: () => void;
};
type Choice = { id: string; name: string };

const everybody = 'everybody';
const everything = 'everything';
const sorts: readonly Choice[] = [
  { id: everything, name: 'Everything' },
  { id: 'receiver', name: 'All receivers' },
  { id: 'site', name: 'All sites' },
  { id: 'system', name: 'The system' },
  { id: 'member', name: 'People and roles' },
  { id: 'invitation', name: 'Invitations' },
  { id: 'layer', name: 'Map layers' },
  ...registryEntities.map((id) => ({ id, name: capitalized(registries[id].many) })),
];

/** Filters changes by person, thing and time; the choices go into the address. */
export function ActivityFilterBar(props: Props) {
  const { filters, times, onChoose } = props;
  const error = areTimesReversed(filters) ? timesReversedText : undefined;
  const people = peopleOf(props);
  const receivers = useReadModel((models) => receiverLooks(models.fleet));
  const sites = useReadModel((models) => models.fleet.sites);
  const things = [
    { name: 'Receivers', items: [...receivers].map(([id, { alias }]): Choice => ({ id: `receiver ${id}`, name: alias })) },
    { name: 'Sites', items: Object.values(sites).map(({ id, alias }): Choice => ({ id: `site ${id}`, name: alias })) },
  ].filter(({ items }) => items.length > 0);
  const chosen = filters.entity === null ? everything : filters.id === null ? filters.entity : `${filters.entity} ${filters.id}`;
  const isListed = [sorts, ...things.map(({ items }) => items)].some((items) => items.some(({ id }) => id === chosen));
  const sections = [{ name: 'Kinds', items: isListed ? sorts : [...sorts, { id: chosen, name: nameOf(props) }] }, ...things];
  return (
    <div className={`wrap align-start gap-8-12 ${styles.filters}`}>
      <ChoicePicker
        label="Who"
        items={people}
        value={filters.by === null ? everybody : String(filters.by)}
        onChoose={(key) => onChoose({ by: key === everybody ? null : Number(key) })}
      />
      <Picker label="What" items={sections} selectedKey={chosen} onSelectionChange={(key) => onChoose(thingOf(String(key)))}>
        {(section) => (
          <Section key={section.name} items={section.items} title={section.name}>
            {(item) => <Item>{item.name}</Item>}
          </Section>
        )}
      </Picker>
      <TimeFields
        labels={{ from: 'From', to: 'To' }}
        values={filters}
        times={times}
        errors={{ from: error, to: error }}
        onChoose={onChoose}
      />
      {isUnfiltered(filters) ? null : (
        <div className={styles.clear}>
          <Button onPress={props.onClear}>Clear filters</Button>
        </div>
      )}
    </div>
  );
}

function peopleOf({ people, filters: { by } }: Props): Choice[] {
  const choices = people.map(({ id, name }): Choice => ({ id: String(id), name }));
  const isListed = by === null || by === 0 || people.some(({ id }) => id === by);
  return [
    { id: everybody, name: 'Everybody' },
    ...choices,
    { id: '0', name: 'The host itself' },
    ...(isListed ? [] : [{ id: String(by), name: `Person ${by}` }]),
  ];
}

/** Returns the name of a thing that no longer exists, taken from the shown changes. */
function nameOf({ filters: { entity, id }, changes }: Props): string {
  const items = changes.flatMap((change) => knownItems(change.items));
  const item = items.find((each) => changeKinds[each.kind].entity === entity && each.id === id);
  return item?.name ?? `${entity} ${id}`;
}

function thingOf(key: string): Pick<ActivityFilters, 'entity' | 'id'> {
  if (key === everything) return { entity: null, id: null };
  const [entity, id] = key.split(' ');
  return { entity: entity as ChangedEntity, id: id === undefined ? null : Number(id) };
}
