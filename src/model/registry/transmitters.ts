import { contactTypeName } from '../entities/contact.ts';
import { researcher, viewer } from '../entities/role.ts';
import { registry } from './registry.ts';

/** REG-5, by their numbers. */
export const purposes = ['Tag', 'Beacon', 'Voltage Monitor'] as const;

/** The word of a purpose; of one that is not known its number. */
export function purposeName(purpose: string | number | null): string {
  return purposes[Number(purpose)] ?? `Purpose ${purpose}`;
}

/** REG-1; a model is held by its number, as another system has other ids (REG-17). */
export const transmitters = registry({
  entity: 'transmitter',
  words: ['transmitter', 'transmitters'],
  fields: {
    serialNumber: { holds: 'text', word: 'serial number' },
    modelNumber: { holds: 'text', word: 'model' },
    protocolId: { holds: 'number', word: 'protocol', say: (protocol) => contactTypeName(Number(protocol)) },
    frequency: { holds: 'number', word: 'frequency', say: (frequency) => `${Number(frequency).toFixed(3)} MHz` },
    frequencyVariance: { holds: 'number', word: 'frequency variance', say: (variance) => `${variance} kHz` },
    codeNumber: { holds: 'numberOrNone', word: 'code', say: (code) => String(code ?? 'N/a') },
    emitInterval: { holds: 'number', word: 'emit interval', say: (interval) => `${interval} ms` },
    emitIntervalVariance: { holds: 'number', word: 'emit interval variance', say: (variance) => `${variance} ms` },
    purpose: { holds: 'number', word: 'purpose', say: purposeName },
  },
  rights: { read: viewer, write: researcher },
});
