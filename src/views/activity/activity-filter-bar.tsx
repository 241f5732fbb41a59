import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { Item, Picker, Section } from '@adobe/react-spectrum/Picker';
import { useState } from 'react';
import { type ActivityFilters, isUnfiltered, noActivityFilters } from '../../model/changes/activity-filters.ts';
import { type Author, type Change, knownItems } from '../../model/changes/change.ts';
import { type ChangedEntity, changeKinds } from '../../model/changes/change-kinds.ts';
import { receiversOf } from '../../model/journal/read-models/fleet-selectors.ts';
import type { TimeText } from '../../model/live/contact-text.ts';
import { instantOf } from '../../model/time/wall-time.ts';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './activity.module.css';

type Props = {
  filters: ActivityFilters;
  people: readonly NonNullable<Author>[];
  changes: readonly Change[];
  times: TimeText;
  onChoose: (filters: ActivityFilters) => void;
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
];

/** By person, thing and time; what is chosen goes into the address. */
export function ActivityFilterBar(props: Props) {
  const { filters, times, onChoose } = props;
  const people = peopleOf(props);
  const receivers = useReadModel((models) => receiversOf(models.fleet));
  const sites = useReadModel((models) => models.fleet.sites);
  const things = [
    { name: 'Receivers', items: receivers.map(({ id, alias }): Choice => ({ id: `receiver ${id}`, name: alias })) },
    { name: 'Sites', items: Object.values(sites).map(({ id, alias }): Choice => ({ id: `site ${id}`, name: alias })) },
  ].filter(({ items }) => items.length > 0);
  const chosen = filters.entity === null ? everything : filters.id === null ? filters.entity : `${filters.entity} ${filters.id}`;
  const isListed = [sorts, ...things.map(({ items }) => items)].some((items) => items.some(({ id }) => id === chosen));
  const sections = [{ name: 'Kinds', items: isListed ? sorts : [...sorts, { id: chosen, name: nameOf(props) }] }, ...things];
  return (
    <div className={styles.filters}>
      <Picker
        label="Who"
        items={people}
        selectedKey={filters.by === null ? everybody : String(filters.by)}
        onSelectionChange={(key) => onChoose({ ...filters, by: key === everybody ? null : Number(key) })}
      >
        {(item) => <Item>{item.name}</Item>}
      </Picker>
      <Picker
        label="What"
        items={sections}
        selectedKey={chosen}
        onSelectionChange={(key) => onChoose({ ...filters, ...thingOf(String(key)) })}
      >
        {(section) => (
          <Section key={section.name} items={section.items} title={section.name}>
            {(item) => <Item>{item.name}</Item>}
          </Section>
        )}
      </Picker>
      <TimeField label="From" ts={filters.from} times={times} onChoose={(from) => onChoose({ ...filters, from })} />
      <TimeField label="To" ts={filters.to} times={times} onChoose={(to) => onChoose({ ...filters, to })} />
      {isUnfiltered(filters) ? null : <ActionButton onPress={() => onChoose(noActivityFilters)}>Clear filters</ActionButton>}
    </div>
  );
}

/** A minute by the clocks of the system. What is half typed is nobody's wish yet. */
function TimeField(props: { label: string; ts: number | null; times: TimeText; onChoose: (ts: number | null) => void }) {
  const { ts, times } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const text = ts === null ? '' : times.stamp(ts).slice(0, 16).replace(' ', 'T');
  const choose = (value: string): void => {
    const chosen = value === '' ? null : instantOf(`${value.replace('T', ' ')}:00`, times);
    if (value !== text) props.onChoose(chosen);
  };
  return (
    <label className={styles.timeField}>
      <span>{props.label}</span>
      <input
        type="datetime-local"
        value={draft ?? text}
        min="2000-01-01T00:00"
        max="9999-12-31T23:59"
        onChange={({ currentTarget: { value } }) => {
          setDraft(value);
          // A year is typed digit by digit.
          if (value >= '2000') choose(value);
        }}
        onBlur={() => {
          if (draft === '') choose('');
          setDraft(null);
        }}
      />
    </label>
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

/** A thing that is no more, by what it was called in the changes that are shown. */
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
