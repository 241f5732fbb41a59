import { ComboBox, Item } from '@adobe/react-spectrum/ComboBox';
import { beeperType, contactTypeName } from '../../model/entities/contact.ts';
import { type TransmitterFields, type TransmitterRow, transmitters } from '../../model/registry/transmitters/transmitter.ts';
import { alikeInUse, isInUse, serialNumbersText } from '../../model/registry/transmitters/alike-transmitters.ts';
import { wrongIntervalText } from '../../model/registry/transmitters/measured-interval.ts';
import { transmitterColumns } from '../../model/registry/transmitters/transmitter-columns.ts';
import { StatusMark } from '../controls/status-mark.tsx';
import { ChoiceOf, NumberOf, TextOf } from '../registry/fields.tsx';
import { type FieldsProps, registryView } from '../registry/registry-view.tsx';
import styles from './transmitters.module.css';

type Values = Required<Omit<TransmitterFields, 'TransmitterModelId'>>;

const protocols = [7, 18, 19] as const;

function Fields(of: FieldsProps<TransmitterRow, Values>) {
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

/** What becomes of the code under another protocol: it counts as typed, so that its problem shows (REG-4). */
function codeUnder(protocolId: number, codeNumber: number | null): Partial<Values> {
  if (protocolId === beeperType) return { codeNumber: null };
  return codeNumber === null ? {} : { codeNumber };
}

/** REG-20: says which transmitters in use receivers cannot tell from the one that is written. */
function SameSignal({ id, values, rows }: FieldsProps<TransmitterRow, Values>) {
  const others = alikeInUse({ ...values, id }, rows);
  if (others.length === 0) return null;
  const text = `Receivers cannot distinguish it from ${serialNumbersText(others)}: same code and overlapping frequencies`;
  return (
    <p role="status" className={styles.warning}>
      <StatusMark status="warning" text={text} />
    </p>
  );
}

/** One of the models of this system, or a new one by its number (REG-17). */
function ModelNumber({ values, rows, isDisabled, change, problemOf }: FieldsProps<TransmitterRow, Values>) {
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
      {...(problem === undefined ? {} : { validationState: 'invalid', errorMessage: problem })}
    >
      {(item) => <Item>{item.name}</Item>}
    </ComboBox>
  );
}

/** REG-20: the transmitters in use that this one is as good as. */
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

/** DET-22: that it was heard to emit otherwise. */
function Interval({ row, text }: { row: TransmitterRow; text: string }) {
  const wrong = wrongIntervalText(row);
  if (wrong === null) return text;
  return (
    <>
      {text}
      <span className={styles.alike}>
        <StatusMark status="warning" text={wrong} />
      </span>
    </>
  );
}

const [serialNumber, ...otherColumns] = transmitterColumns;
const markedColumns = otherColumns.map((column) =>
  column.id === 'emitInterval'
    ? { ...column, cell: (row: TransmitterRow) => <Interval row={row} text={column.text(row)} /> }
    : column,
);

/** The transmitters of a study (REG-1). */
export default registryView<TransmitterRow, Values>({
  entity: 'transmitter',
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
      const { id: _, isTagged: __, measuredInterval: ___, ...values } = row;
      return values as Values;
    },
    Fields,
  },
});
