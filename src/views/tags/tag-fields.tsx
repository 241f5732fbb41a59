import { ComboBox, Item } from '@adobe/react-spectrum/ComboBox';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Radio, RadioGroup } from '@adobe/react-spectrum/RadioGroup';
import { useMemo, useState } from 'react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { latestMs, plainInstant } from '../../model/contract/instant-fields.ts';
import type { TagFields } from '../../model/entities/tag.ts';
import { areSameRows, listedRows } from '../../model/journal/rows-model.ts';
import { animalsModel } from '../../model/journal/screen-models/animals.ts';
import { transmittersModel } from '../../model/journal/screen-models/transmitters.ts';
import { stampText } from '../../model/live/contact-text.ts';
import { partners, placeText, type TagRow } from '../../model/registry/tag-rows.ts';
import { readTyped, utcText } from '../../model/time/typed-time.ts';
import { Button } from '../controls/button.tsx';
import { DateField, wallOf } from '../controls/date-field.tsx';
import { Labelled } from '../controls/labelled.tsx';
import type { FieldsProps } from '../registry/registry-view.tsx';
import { useScreenModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { PlaceDialog } from './place-dialog.tsx';
import styles from './tags.module.css';

type Of = FieldsProps<TagRow, TagFields>;

/** Who carries what, since when and where; a tag that is there was also retrieved, or will be. */
export function TagFieldsForm(of: Of) {
  const { contactWindow } = useSession();
  const [now] = useState(() => (contactWindow === undefined ? 0 : hostNow(contactWindow.getSnapshot().context)));
  return (
    <>
      <AnimalField {...of} now={now} />
      <TransmitterField {...of} now={now} />
      <TimeOf of={of} end="release" label="Release Time" now={now} />
      <PlaceOf of={of} end="release" label="Release Location" />
      {of.id === null ? null : (
        <>
          <TimeOf of={of} end="retrieve" label="Retrieve Time" now={now} />
          <PlaceOf of={of} end="retrieve" label="Retrieve Location" />
        </>
      )}
    </>
  );
}

function AnimalField({ now, ...of }: Of & { now: number }) {
  const animals = useScreenModel(animalsModel, listedRows, areSameRows);
  const others = of.rows.filter(({ id }) => id !== of.id);
  const taken = useMemo(() => partners(others, now, 'AnimalId'), [others, now]);
  const items = (animals ?? []).map(({ id, alias }) => ({ id: String(id), name: named(alias, taken.get(id)?.txSerialNumber) }));
  return <Choice of={of} name="AnimalId" label="Animal" items={items} taken={taken} />;
}

function TransmitterField({ now, ...of }: Of & { now: number }) {
  const transmitters = useScreenModel(transmittersModel, listedRows, areSameRows);
  const others = of.rows.filter(({ id }) => id !== of.id);
  const taken = useMemo(() => partners(others, now, 'TransmitterId'), [others, now]);
  const items = (transmitters ?? []).map(({ id, serialNumber }) => ({
    id: String(id),
    name: named(serialNumber, taken.get(id)?.animalAlias),
  }));
  return <Choice of={of} name="TransmitterId" label="Transmitter" items={items} taken={taken} />;
}

/** What is on another tag is named with its partner. */
function named(name: string, partner: string | undefined): string {
  return partner === undefined ? name : `${name} (${partner})`;
}

type ChoiceProps = {
  of: Of;
  name: 'AnimalId' | 'TransmitterId';
  label: string;
  items: readonly { id: string; name: string }[];
  taken: ReadonlyMap<number, unknown>;
};

/** One of a list that is searched by typing. */
function Choice({ of, name, label, items, taken }: ChoiceProps) {
  const id = of.values[name];
  return (
    <ComboBox
      label={label}
      width="100%"
      menuTrigger="focus"
      isDisabled={of.isDisabled}
      defaultItems={items}
      disabledKeys={[...taken.keys()].map(String)}
      selectedKey={id === 0 ? null : String(id)}
      onSelectionChange={(key) => of.change({ [name]: Number(key ?? 0) })}
    >
      {(item) => <Item>{item.name}</Item>}
    </ComboBox>
  );
}

type End = 'release' | 'retrieve';

const firstDay = wallOf('2000-01-01 00:00:00');
const lastDay = wallOf(stampText(latestMs, 0));

/** A time by the clocks of the system: one that they show twice is asked about, one they skip refused. */
function TimeOf({ of, end, label, now }: { of: Of; end: End; label: string; now: number }) {
  const times = useTimes();
  const field = `${end}Time` as const;
  const held = of.values[field];
  const ts = held === null ? null : plainInstant(held);
  const stamp = ts === null ? null : times.stamp(ts);
  const value = useMemo(() => (stamp === null ? null : wallOf(stamp)), [stamp]);
  const placeholder = useMemo(() => wallOf(times.stamp(now)), [times, now]);
  const [skipped, setSkipped] = useState<string | null>(null);
  const reading = stamp === null ? null : readTyped(stamp, times);
  const set = (next: number | null): void => {
    setSkipped(null);
    of.change({ [field]: next === null ? null : utcText(next) });
  };
  const problem = of.problemOf(field);
  return (
    <div className={styles.field}>
      <div className={styles.time}>
        <DateField
          label={label}
          granularity="second"
          value={value}
          least={firstDay}
          most={lastDay}
          placeholder={placeholder}
          error={problem}
          onChoose={(chosen) => {
            if (chosen === null) return set(null);
            const wall = chosen.toString().replace('T', ' ');
            const typed = readTyped(wall, times);
            if (typed.kind === 'skipped') setSkipped(wall);
            else set(typed.kind === 'once' ? typed.ts : typed.first);
          }}
        />
        <Button isDisabled={of.isDisabled} onPress={() => set(now)}>
          {end === 'release' ? 'Now' : 'Retrieve now'}
        </Button>
      </div>
      {skipped === null ? null : (
        <p className={styles.problem} role="alert">{`Clocks skip ${skipped} in ${times.timezone}: choose another time`}</p>
      )}
      {reading?.kind === 'twice' ? (
        <RadioGroup
          label="Clocks show this time twice"
          value={String(ts)}
          isDisabled={of.isDisabled}
          onChange={(chosen) => set(Number(chosen))}
        >
          <Radio value={String(reading.first)}>{`The first time, ${times.zone(reading.first)}`}</Radio>
          <Radio value={String(reading.second)}>{`The second time, ${times.zone(reading.second)}`}</Radio>
        </RadioGroup>
      ) : null}
    </div>
  );
}

/** A place, chosen in a dialog of its own. */
function PlaceOf({ of, end, label }: { of: Of; end: End; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const [latitude, longitude] = [of.values[`${end}Latitude`], of.values[`${end}Longitude`]];
  const close = (): void => setOpen(false);
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  return (
    <Labelled label={label}>
      <Button isDisabled={of.isDisabled} aria-label={`${label}: ${placeText(latitude, longitude)}`} onPress={() => setOpen(true)}>
        {placeText(latitude, longitude)}
      </Button>
      <DialogContainer onDismiss={close}>
        {isOpen ? (
          <PlaceDialog
            place={place}
            onClose={close}
            onPlace={(chosen) => {
              close();
              of.change({ [`${end}Latitude`]: chosen?.latitude ?? null, [`${end}Longitude`]: chosen?.longitude ?? null });
            }}
          />
        ) : null}
      </DialogContainer>
    </Labelled>
  );
}
