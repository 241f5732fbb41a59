import { contactTypeName } from '../../entities/contact.ts';
import { fieldText } from '../field-text.ts';
import type { RowColumns } from '../../tables/table-rows.ts';
import { type TransmitterRow, transmitters } from './transmitter.ts';

const intervalText = ({ emitInterval, emitIntervalVariance }: TransmitterRow) => `${emitInterval} +/- ${emitIntervalVariance}`;

export const transmitterColumns: RowColumns<TransmitterRow> = [
  { id: 'serialNumber', label: 'Serial Number', text: ({ serialNumber }) => serialNumber },
  { id: 'modelNumber', label: 'Model', text: ({ modelNumber }) => modelNumber },
  { id: 'protocolId', label: 'Emission Protocol', text: ({ protocolId }) => contactTypeName(protocolId) },
  {
    id: 'frequency',
    label: 'Frequency',
    text: ({ frequency, frequencyVariance }) => `${frequency.toFixed(3)} MHz +/- ${frequencyVariance} kHz`,
    sortBy: ({ frequency }) => frequency,
    file: [
      { label: 'Frequency (MHz)', number: ({ frequency }) => frequency },
      { label: 'Frequency ± (kHz)', number: ({ frequencyVariance }) => frequencyVariance },
    ],
  },
  {
    id: 'codeNumber',
    label: 'Code',
    text: ({ codeNumber }) => String(codeNumber ?? 'N/a'),
    alone: ({ codeNumber }) => `Code ${codeNumber ?? 'N/a'}`,
    sortBy: ({ codeNumber }) => codeNumber,
    isNumber: true,
  },
  {
    id: 'emitInterval',
    label: 'Emit Interval (ms)',
    text: intervalText,
    alone: (row) => `${intervalText(row)} ms`,
    sortBy: ({ emitInterval }) => emitInterval,
    file: [
      { label: 'Emit Interval (ms)', number: ({ emitInterval }) => emitInterval },
      { label: 'Emit Interval ± (ms)', number: ({ emitIntervalVariance }) => emitIntervalVariance },
    ],
  },
  { id: 'purpose', label: 'Purpose', text: ({ purpose }) => fieldText(transmitters.fields.purpose, purpose) },
];
