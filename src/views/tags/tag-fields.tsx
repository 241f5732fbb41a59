import { ComboBox, Item } from '@adobe/react-spectrum/ComboBox';
import { Radio, RadioGroup } from '@adobe/react-spectrum/RadioGroup';
import { useMemo, useState } from 'react';
import { latestMs, plainInstant } from '../../model/fields/instant-fields.ts';
import type { TagFields } from '../../model/registry/tags/tag.ts';
import { areSameRows, listedRows } from '../../model/journal/rows-model.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import { stampText } from '../../model/time/time-text.ts';
import { partners, placeText, type TagRow } from '../../model/registry/tags/tag-rows.ts';
import { animalChoices } from '../../model/registry/tags/animal-choices.ts';
import { idOfTyped } from '../../model/registry/tags/typed-choice.ts';
import { readTyped, type TypedTime, utcText } from '../../model/time/typed-time.ts';
import { Button } from '../controls/button.tsx';
import { DateField, wallOf } from '../controls/date-field.tsx';
import { Labelled } from '../controls/labelled.tsx';
import type { FieldsProps } from '../registry/registry-view.tsx';
import { useScreenModel } from '../session/session-actors.tsx';
import { useHostNow, useTimes } from '../session/use-host-clock.ts';
import { PlaceDialog } from './place-dialog.tsx';
import styles from './tags.module.css';
import { DialogHolder } from '../controls/dialog-holder.tsx';

type Of = FieldsProps<TagRow, TagFields>;

/**
 * The fields of a tag: animal, transmitter, and when and where it was released. An existing tag also has its
 * retrieval.
 */
export function TagFieldsForm(of: Of) {
  const animals = useScreenModel(registryModels.animal, listedRows, areSameRows) ?? [];
  const transmitters = useScreenModel(registryModels.transmitter, listedRows, areSameRows) ?? [];
  const [opened] = useState(useHostNow());
  const others = of.rows.filter(({ id }) => id !== of.id);
  return (
    <>
      <Choice
        of={of}
        name="AnimalId"
        label="Animal"
        items={animalChoices(animals, of.rows)}
        taken={new Map([...partners(others, opened, 'AnimalId')].map(([id, tag]) => [id, tag.txSerialNumber]))}
      />
      <Choice
        of={of}
        name="TransmitterId"
        label="Transmitter"
        items={transmitters.map(({ id, serialNumber }) => [id, serialNumber])}
        taken={new Map([...partners(others, opened, 'TransmitterId')].map(([id, tag]) => [id, tag.animalAlias]))}
      />
      <TimeOf of={of} end="release" label="Release Time" opened={opened} />
      <PlaceOf of={of} end="release" label="Release Location" />
      {of.id === null ? null : (
        <>
          <TimeOf of={of} end="retrieve" label="Retrieve Time" opened={opened} />
          <PlaceOf of={of} end="retrieve" label="Retrieve Location" />
        </>
      )}
    </>
  );
}

type ChoiceProps = {
  of: Of;
  name: 'AnimalId' | 'TransmitterId';
  label: string;
  items: readonly (readonly [id: number, name: string])[];
  /** The choices that another tag already uses, each with its partner (animal or transmitter) on that tag. */
  taken: ReadonlyMap<number, string>;
};

/**
 * A list that is searched by typing. A choice that another tag uses is disabled and has its partner there in
 * brackets. Typing a whole name and leaving the field chooses it (FORM-20).
 */
function Choice({ of, name, label, items, taken }: ChoiceProps) {
  const id = of.values[name];
  const called = items.find(([key]) => key === id);
  const chosenText = called === undefined ? '' : named(called[1], taken.get(id));
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (next: number): void => {
    setTyped(null);
    if (next !== id) of.change({ [name]: next });
  };
  return (
    <ComboBox
      label={label}
      width="100%"
      menuTrigger="focus"
      isDisabled={of.isDisabled}
      defaultItems={items.map(([key, text]) => ({ id: String(key), name: named(text, taken.get(key)) }))}
      disabledKeys={[...taken.keys()].map(String)}
      selectedKey={id === 0 ? null : String(id)}
      inputValue={typed ?? chosenText}
      onInputChange={(text) => {
        if (text === '') choose(0);
        setTyped(text);
      }}
      onSelectionChange={(key) => {
        const chosen = Number(key ?? 0);
        const free = items.filter(([each]) => !taken.has(each));
        // On leaving the field, the ComboBox reports its old choice even if the text names another, so look
        // that up.
        choose(chosen === id ? (idOfTyped(free, typed ?? '') ?? id) : chosen);
      }}
    >
      {(item) => <Item>{item.name}</Item>}
    </ComboBox>
  );
}

function named(name: string, partner: string | undefined): string {
  return partner === undefined ? name : `${name} (${partner})`;
}

type End = 'release' | 'retrieve';

const firstDay = wallOf('2000-01-01 00:00:00');
const lastDay = wallOf(stampText(latestMs, 0));

/** A typed time that is not exactly one instant, because a clock change skips it or repeats it. */
type Pending = { wall: string; read: Exclude<TypedTime, { kind: 'once' }> };

/**
 * A time in the system's timezone. If a clock change repeats the time, the field asks which of the two is
 * meant; if it skips the time, the field refuses it.
 */
function TimeOf({ of, end, label, opened }: { of: Of; end: End; label: string; opened: number }) {
  const times = useTimes();
  const now = useHostNow();
  const field = `${end}Time` as const;
  const held = of.values[field];
  const ts = held === null ? null : plainInstant(held);
  const stamp = ts === null ? null : times.stamp(ts);
  const [pending, setPending] = useState<Pending | null>(null);
  const wall = pending?.wall ?? stamp;
  const value = useMemo(() => (wall === null ? null : wallOf(wall)), [wall]);
  const placeholder = useMemo(() => wallOf(times.stamp(opened)), [times, opened]);
  const read = pending?.read ?? (stamp === null ? null : readTyped(stamp, times));
  const set = (next: number | null): void => {
    setPending(null);
    of.block(field, null);
    of.change({ [field]: next === null ? null : utcText(next) });
  };
  const take = (typed: string): void => {
    const found = readTyped(typed, times);
    if (found.kind === 'once') return set(found.ts);
    setPending({ wall: typed, read: found });
    of.block(field, found.kind === 'skipped' ? `Choose another ${label}` : `Choose which ${label} you mean`);
  };
  return (
    <div className="grid gap-4">
      <div className={`wrap align-end ${styles.time}`}>
        <DateField
          label={label}
          granularity="second"
          value={value}
          least={firstDay}
          most={lastDay}
          placeholder={placeholder}
          error={of.problemOf(field)}
          onChoose={(chosen) => (chosen === null ? set(null) : take(chosen.toString().replace('T', ' ')))}
        />
        <Button isDisabled={of.isDisabled} onPress={() => set(now())}>
          {end === 'release' ? 'Now' : 'Retrieve now'}
        </Button>
      </div>
      {read?.kind === 'skipped' ? (
        <p className="failure" role="alert">{`Clocks in ${times.timezone} skip ${wall}. Choose another time.`}</p>
      ) : null}
      {read?.kind === 'twice' ? (
        <RadioGroup
          label={`${wall} occurs twice`}
          value={pending === null ? String(ts) : null}
          isDisabled={of.isDisabled}
          onChange={(chosen) => set(Number(chosen))}
        >
          <Radio value={String(read.first)}>{`The first time, ${times.zone(read.first)}`}</Radio>
          <Radio value={String(read.second)}>{`The second time, ${times.zone(read.second)}`}</Radio>
        </RadioGroup>
      ) : null}
    </div>
  );
}

/** A place, chosen in its own dialog. */
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
      <DialogHolder onDismiss={close}>
        {isOpen ? (
          <PlaceDialog
            place={place}
            onPlace={(chosen) => {
              close();
              of.change({ [`${end}Latitude`]: chosen?.latitude ?? null, [`${end}Longitude`]: chosen?.longitude ?? null });
            }}
          />
        ) : null}
      </DialogHolder>
    </Labelled>
  );
}
