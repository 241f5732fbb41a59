import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { ComboBox, Item } from '@adobe/react-spectrum/ComboBox';
import { beeperType, contactTypeName } from '../../model/entities/contact.ts';
import { type TransmitterFields, type TransmitterRow, transmitters } from '../../model/registry/transmitters/transmitter.ts';
import { alikeInUse, isInUse, serialNumbersText } from '../../model/registry/transmitters/alike-transmitters.ts';
import { intervalFinding, type TransmitterFound } from '../../model/registry/transmitters/undetected.ts';
import { transmitterColumns } from '../../model/registry/transmitters/transmitter-columns.ts';
import { areSameRows, listedRows } from '../../model/journal/rows-model.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import { undetectedModel } from '../../model/journal/screen-models/undetected.ts';
import type { TransmittersPageRef } from '../../machines/transmitters-page/transmitters-page-machine.ts';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { ChoiceOf, NumberOf, TextOf } from '../registry/fields.tsx';
import { PastNotice } from '../registry/past-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useScreenModel } from '../session/session-actors.tsx';
import { type FieldsProps, registryView } from '../registry/registry-view.tsx';
import styles from './transmitters.module.css';

type Values = Required<Omit<TransmitterFields, 'TransmitterModelId'>>;

const protocols = [7, 18, 19] as const;

function Fields(of: FieldsProps<TransmitterFound, Values>) {
  return (
    <>
      <TextOf of={of} name="serialNumber" label="Serial Number" autoFocus />
      <ModelNumber {...of} />
      <div className={styles.pair}>
        <NumberOf of={of} name="frequency" label="Frequency (MHz)" digits={3} />
        <NumberOf of={of} name="frequencyVariance" label="± (kHz)" digits={3} />
      </div>
      <ChoiceOf
        of={of}
        name="protocolId"
        label="Protocol"
        choices={protocols.map((id) => [id, contactTypeName(id)])}
        also={(id) => codeUnder(id, of.values.codeNumber)}
      />
      {of.values.protocolId === beeperType ? null : <NumberOf of={of} name="codeNumber" label="Code Number" />}
      <div className={styles.pair}>
        <NumberOf of={of} name="emitInterval" label="Emit interval (ms)" />
        <NumberOf of={of} name="emitIntervalVariance" label="± (ms)" />
      </div>
      <Measured {...of} />
      <ChoiceOf
        of={of}
        name="purpose"
        label="Purpose"
        choices={transmitters.fields.purpose.choices.map((name, id) => [id, name])}
      />
      <SameSignal {...of} />
    </>
  );
}

/**
 * Returns the change to the code when the protocol changes. A kept code is part of the change, so it counts
 * as typed and its problem shows (REG-4).
 */
function codeUnder(protocolId: number, codeNumber: number | null): Partial<Values> {
  if (protocolId === beeperType) return { codeNumber: null };
  return codeNumber === null ? {} : { codeNumber };
}

/** DET-22, DET-24: shows the finding about the registered interval, and offers the measured one. */
function Measured({ id, rows, isDisabled, change }: FieldsProps<TransmitterFound, Values>) {
  const row = rows.find((each) => each.id === id);
  const finding = row === undefined ? null : intervalFinding(row);
  if (finding === null) return null;
  const { text, measured } = finding;
  return (
    <div className="row wrap between">
      <StatusMark status="warning" text={text} />
      {measured === null ? null : (
        <Button isDisabled={isDisabled} onPress={() => change({ emitInterval: Math.round(measured) })}>
          Use the measured interval
        </Button>
      )}
    </div>
  );
}

/** REG-20: names the transmitters in use that receivers cannot distinguish from this one. */
function SameSignal({ id, values, rows }: FieldsProps<TransmitterFound, Values>) {
  const others = alikeInUse({ ...values, id }, rows);
  if (others.length === 0) return null;
  const text = `Receivers cannot distinguish it from ${serialNumbersText(others)}: same code and overlapping frequencies`;
  return (
    <p role="status">
      <StatusMark status="warning" text={text} />
    </p>
  );
}

/** Chooses a model that a transmitter of this system has, or a new one by its number (REG-17). */
function ModelNumber({ values, rows, isDisabled, change, problemOf }: FieldsProps<TransmitterFound, Values>) {
  const known = [...new Set(rows.map(({ modelNumber }) => modelNumber))].toSorted();
  const problem = problemOf('modelNumber');
  return (
    <ComboBox
      label="Model Number"
      width="100%"
      allowsCustomValue
      menuTrigger="focus"
      isDisabled={isDisabled}
      defaultItems={known.map((name) => ({ id: name, name }))}
      inputValue={values.modelNumber}
      onInputChange={(modelNumber) => change({ modelNumber })}
      description="Type a new number to add a model"
      {...invalid(problem)}
    >
      {(item) => <Item>{item.name}</Item>}
    </ComboBox>
  );
}

/**
 * REG-20: shows a transmitter's serial number, with a warning that names others in use with the same signal.
 */
function Alike({ row, rows }: { row: TransmitterRow; rows: readonly TransmitterRow[] }) {
  const others = isInUse(row) ? alikeInUse(row, rows) : [];
  if (others.length === 0) return row.serialNumber;
  return (
    <>
      {row.serialNumber}
      <span className={styles.alike}>
        <StatusMark status="warning" text={`Same signal as ${serialNumbersText(others)}`} />
      </span>
    </>
  );
}

/** DET-22, DET-24: marks a transmitter that emits at another interval, or was heard but not detected. */
function Interval({ row, text }: { row: TransmitterFound; text: string }) {
  const finding = intervalFinding(row);
  if (finding === null) return text;
  return (
    <>
      {text}
      <span className={styles.alike}>
        <StatusMark status="warning" text={finding.text} />
      </span>
    </>
  );
}

const [serialNumber, ...otherColumns] = transmitterColumns;
const markedColumns = otherColumns.map((column) =>
  column.id === 'emitInterval'
    ? { ...column, cell: (row: TransmitterFound) => <Interval row={row} text={column.text(row)} /> }
    : column,
);

/** Returns all transmitters with the findings about their intervals; null until they are loaded. */
function useTransmitterRows(): TransmitterFound[] | null {
  const rows = useScreenModel(registryModels.transmitter, listedRows, areSameRows);
  const undetected = useScreenModel(undetectedModel, (state) => state.undetected);
  return useMemo(
    () => rows?.map((row) => ({ ...row, undetected: undetected.find(({ TransmitterId }) => TransmitterId === row.id) })) ?? null,
    [rows, undetected],
  );
}

const TransmittersTable = registryView<TransmitterFound, Values>({
  entity: 'transmitter',
  joined: { useRows: useTransmitterRows, needs: [] },
  title: 'Transmitters',
  about: 'The transmitters of this study',
  columns: [{ ...serialNumber, cell: (row, rows) => <Alike row={row} rows={rows} /> }, ...markedColumns],
  empty: 'Add a transmitter, and it will appear here.',
  form: {
    schema: transmitters.written,
    initial: () => ({
      serialNumber: '',
      modelNumber: '',
      protocolId: 18,
      frequency: Number.NaN,
      frequencyVariance: 0,
      codeNumber: null,
      emitInterval: Number.NaN,
      emitIntervalVariance: 0,
      purpose: 0,
    }),
    valuesOf: (row) => {
      const { id: _, isTagged: __, measuredInterval: ___, undetected: ____, ...values } = row;
      return values as Values;
    },
    Fields,
  },
});

/** The transmitters of a study (REG-1). */
export default function TransmittersView({ actor, onReload }: ScreenProps<TransmittersPageRef>) {
  const { registry, past } = useSelector(actor, ({ children }) => children);
  if (registry === undefined) return null;
  const above = past === undefined ? null : <PastNotice actor={past} />;
  return <TransmittersTable actor={registry} onReload={onReload} above={above} />;
}
