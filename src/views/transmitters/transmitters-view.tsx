import { ComboBox, Item } from '@adobe/react-spectrum/ComboBox';
import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import { beeperType, contactTypeName } from '../../model/entities/contact.ts';
import type { TransmitterFields, TransmitterRow } from '../../model/entities/transmitter.ts';
import { transmittersModel } from '../../model/journal/screen-models/transmitters.ts';
import { purposeName, purposes } from '../../model/registry/transmitters.ts';
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
        <NumberOf of={of} name="frequencyVariance" label="+/- (kHz)" digits={3} />
      </div>
      <ChoiceOf
        of={of}
        name="protocolId"
        label="Protocol"
        choices={protocols.map((id) => [id, contactTypeName(id)])}
        also={(id) => (id === beeperType ? { codeNumber: null } : {})}
      />
      {of.values.protocolId === beeperType ? null : <NumberOf of={of} name="codeNumber" label="Code Number" />}
      <div className={styles.pair}>
        <NumberOf of={of} name="emitInterval" label="Emit interval (ms)" />
        <NumberOf of={of} name="emitIntervalVariance" label="+/- (ms)" />
      </div>
      <ChoiceOf of={of} name="purpose" label="Purpose" choices={purposes.map((name, id) => [id, name])} />
    </>
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

const varying = (value: string, variance: number, unit: string): string => `${value} +/- ${variance}${unit}`;

/** The transmitters of a study (REG-1). */
export default registryView<TransmitterRow, Values>({
  entity: 'transmitter',
  model: transmittersModel,
  title: 'Transmitters',
  about: 'The transmitters of this study',
  columns: [
    { id: 'serialNumber', label: 'Serial Number', text: ({ serialNumber }) => serialNumber },
    { id: 'modelNumber', label: 'Model', text: ({ modelNumber }) => modelNumber },
    { id: 'protocolId', label: 'Emission Protocol', text: ({ protocolId }) => contactTypeName(protocolId) },
    {
      id: 'frequency',
      label: 'Frequency',
      text: ({ frequency, frequencyVariance }) => varying(`${frequency.toFixed(3)} MHz`, frequencyVariance, ' kHz'),
      sortBy: ({ frequency }) => frequency,
    },
    {
      id: 'codeNumber',
      label: 'Code',
      text: ({ codeNumber }) => String(codeNumber ?? 'N/a'),
      sortBy: ({ codeNumber }) => codeNumber,
      isNumber: true,
    },
    {
      id: 'emitInterval',
      label: 'Emit Interval (ms)',
      text: ({ emitInterval, emitIntervalVariance }) => varying(String(emitInterval), emitIntervalVariance, ''),
      sortBy: ({ emitInterval }) => emitInterval,
    },
    { id: 'purpose', label: 'Purpose', text: ({ purpose }) => purposeName(purpose) },
  ],
  empty: 'Add a transmitter, and it will appear here.',
  form: {
    schema: transmitterCalls.createTransmitter.body.entries.txData,
    initial: {
      serialNumber: '',
      modelNumber: '',
      protocolId: 18,
      frequency: Number.NaN,
      frequencyVariance: 0,
      codeNumber: null,
      emitInterval: Number.NaN,
      emitIntervalVariance: 0,
      purpose: 0,
    },
    valuesOf: (row) => {
      const { id: _, ...values } = row;
      return values as Values;
    },
    Fields,
  },
});
