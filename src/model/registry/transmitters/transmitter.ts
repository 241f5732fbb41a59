import * as v from 'valibot';
import { contactTypeName } from '../../entities/contact.ts';
import { researcher, viewer } from '../../entities/role.ts';
import { storable } from '../../fields/fields.ts';
import { rowId } from '../../fields/value-fields.ts';
import { registry } from '../registry.ts';

/** REG-4: the codes of each protocol. Beepers are not listed, because they have none. */
const codesByProtocol: Record<number, { min: number; max: number }> = {
  18: { min: 1, max: 521 },
  19: { min: 10, max: 999_999 },
};
const codeProblem = 'Codes are 1 to 521 with Lotek 2000, 10 to 999999 with Lotek 2003, and none with beepers';
const badInterval = 'Emit interval must be between 600 and 3600000 ms';
const badVariance = 'Interval variance must be between 0 and 10000 ms';

/**
 * REG-12: a contact belongs to a transmitter if their frequencies differ by at most this (Hz), or by at most
 * the transmitter's variance if that is larger.
 */
export const frequencyToleranceHz = 3_000;

/** Builds the schema of a number within bounds, with an error text. */
function between(min: number, max: number, problem: string) {
  return v.pipe(v.number(problem), v.minValue(min, problem), v.maxValue(max, problem));
}

/** Rounds MHz to whole kHz, or kHz to whole Hz, as the database stores them. */
const inThousandths = v.transform<number, number>((value) => Math.round(value * 1_000) / 1_000);
const badFrequency = 'Frequency must be from 148 MHz up to below 175 MHz';
const badModel = 'Model number must be between 1 and 50 characters in length';
const modelNumber = v.pipe(v.string(), v.trim(), v.minLength(1, badModel), v.maxLength(50, badModel), storable);
const badSerialNumber = 'Value must be between 6 and 15 characters in length';
const serialNumber = v.pipe(v.string(), v.trim(), v.minLength(6, badSerialNumber), v.maxLength(15, badSerialNumber), storable);

/** Returns true if a request names the model either by its id or by its number, not by both. */
function isModelNamed(named: { TransmitterModelId?: number | undefined; modelNumber?: string | undefined }): boolean {
  return (named.TransmitterModelId === undefined) !== (named.modelNumber === undefined);
}
const modelProblem = 'Either TransmitterModelId or modelNumber names the model';

type ProtocolAndCode = { protocolId: number; codeNumber: number | null };

/** Returns true if the code is valid for the protocol (REG-4). */
export function isCodeOfProtocol({ protocolId, codeNumber }: ProtocolAndCode): boolean {
  const codes = codesByProtocol[protocolId];
  if (codes === undefined || codeNumber === null) return codes === undefined && codeNumber === null;
  return codeNumber >= codes.min && codeNumber <= codes.max;
}

/** Checks the code as soon as protocol and code are filled in, even if other fields are missing. */
const hasItsCode = v.forward<ProtocolAndCode, v.PartialCheckIssue<ProtocolAndCode>, readonly ['codeNumber']>(
  v.partialCheck([['protocolId'], ['codeNumber']], (fields) => isCodeOfProtocol(fields), codeProblem),
  ['codeNumber'],
);

/**
 * The registry of transmitters (REG-1 to REG-3). `frequency` is in MHz, `frequencyVariance` in kHz,
 * `emitInterval` and its variance in ms; `codeNumber` is null for beepers. REG-4 lists the values of
 * `protocolId`, REG-5 those of `purpose`. A change contains the number of the model, because ids differ
 * between systems (REG-17). A request contains the number, which may be new, or the id.
 */
export const transmitters = registry({
  entity: 'transmitter',
  many: 'transmitters',
  fields: {
    serialNumber: { schema: serialNumber, word: 'serial number' },
    modelNumber: { schema: modelNumber, word: 'model' },
    protocolId: { schema: v.picklist([7, 18, 19]), word: 'protocol', say: (protocol) => contactTypeName(Number(protocol)) },
    frequency: {
      schema: v.pipe(v.number(badFrequency), inThousandths, v.minValue(148, badFrequency), v.ltValue(175, badFrequency)),
      word: 'frequency',
      say: (frequency) => `${Number(frequency).toFixed(3)} MHz`,
    },
    frequencyVariance: {
      schema: v.pipe(between(0, 25, 'Frequency variance must be between 0 and 25 kHz'), inThousandths),
      word: 'frequency variance',
      unit: ['kHz', 'kHz'],
    },
    codeNumber: {
      schema: v.nullable(v.pipe(v.number(codeProblem), v.integer(codeProblem))),
      word: 'code',
      say: (code) => String(code ?? 'N/a'),
    },
    emitInterval: {
      schema: v.pipe(between(600, 3_600_000, badInterval), v.integer(badInterval)),
      word: 'emit interval',
      unit: ['ms', 'ms'],
    },
    emitIntervalVariance: {
      schema: v.pipe(between(0, 10_000, badVariance), v.integer(badVariance)),
      word: 'emit interval variance',
      unit: ['ms', 'ms'],
    },
    purpose: { schema: v.picklist([0, 1, 2]), word: 'purpose', choices: ['Tag', 'Beacon', 'Voltage Monitor'] },
  },
  derived: {
    /** True while the transmitter is on an animal. */
    isTagged: v.boolean(),
    /**
     * The emit interval measured in the past day (ms) if it differed from the registered one (DET-22);
     * otherwise null.
     */
    measuredInterval: v.nullable(v.number()),
  },
  fresh: { isTagged: false, measuredInterval: null },
  instead: { TransmitterModelId: v.optional(rowId), modelNumber: v.optional(modelNumber) },
  checks: [hasItsCode, v.check(isModelNamed, modelProblem)],
  rights: { read: viewer, write: researcher },
  wire: { data: 'txData', isWrapped: true, reply: null, also: { TransmitterModelId: v.number() } },
});

export type TransmitterRow = v.InferOutput<typeof transmitters.row>;
export type TransmitterFields = v.InferOutput<typeof transmitters.written>;
export type Transmitter = TransmitterRow & { TransmitterModelId: number };
