import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { DatePicker } from '@adobe/react-spectrum/DatePicker';
import { Item, Picker, Section } from '@adobe/react-spectrum/Picker';
import { fromAbsolute, parseZonedDateTime, toCalendarDate, toZoned, type ZonedDateTime } from '@internationalized/date';
import { useState } from 'react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { type ActivityFilters, isUnfiltered, noActivityFilters } from '../../model/changes/activity-filters.ts';
import { type Author, type Change, knownItems } from '../../model/changes/change.ts';
import { type ChangedEntity, changeKinds } from '../../model/changes/change-kinds.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import styles from './activity.module.css';

type Props = {
  filters: ActivityFilters;
  people: readonly NonNullable<Author>[];
  changes: readonly Change[];
  /** Of the system, as its clocks are read here. */
  timezone: string;
  onChoose: (filters: ActivityFilters) => void;
};
type Choice = { id: string; name: string };

/** No change is older. */
const firstDay = parseZonedDateTime('2000-01-01T00:00[UTC]');
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
  const { filters, timezone, onChoose } = props;
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
      <TimeField label="From" ts={filters.from} timezone={timezone} onChoose={(from) => onChoose({ ...filters, from })} />
      <TimeField label="To" ts={filters.to} timezone={timezone} onChoose={(to) => onChoose({ ...filters, to })} />
      {isUnfiltered(filters) ? null : <ActionButton onPress={() => onChoose(noActivityFilters)}>Clear filters</ActionButton>}
    </div>
  );
}

/** A minute by the clocks of the system. What is half typed is nobody's wish yet. */
function TimeField(props: { label: string; ts: number | null; timezone: string; onChoose: (ts: number | null) => void }) {
  const { label, ts, timezone } = props;
  const { contactWindow } = useSession();
  const chosen = ts === null ? null : fromAbsolute(ts, timezone);
  const [draft, setDraft] = useState<ZonedDateTime | null>(null);
  // Where the calendar opens, and in whose clocks a time that is typed is meant: today at midnight.
  const [today] = useState(() => {
    const now = contactWindow === undefined ? 0 : hostNow(contactWindow.getSnapshot().context);
    return toZoned(toCalendarDate(fromAbsolute(now, timezone)), timezone);
  });
  return (
    <DatePicker
      label={label}
      UNSAFE_className={styles.timeField}
      granularity="minute"
      hideTimeZone
      hourCycle={24}
      minValue={firstDay}
      placeholderValue={today}
      value={draft ?? chosen}
      onChange={(value) => {
        // A year is typed digit by digit.
        const isComplete = value === null || value.compare(firstDay) >= 0;
        setDraft(isComplete ? null : value);
        if (isComplete) props.onChoose(value?.toDate().getTime() ?? null);
      }}
      onBlur={() => setDraft(null)}
    />
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
