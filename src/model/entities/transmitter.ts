import * as v from 'valibot';
import { storable } from '../contract/fields.ts';
import { rowId, whole, within } from '../contract/value-fields.ts';

/** REG-4: a beeper has no code; what the others may have. */
const codesByProtocol: Record<number, { min: number; max: number }> = { 18: { min: 1, max: 521 }, 19: { min: 10, max: 999_999 } };
const badSerialNumber = 'Value must be between 6 and 15 characters in length';

/**
 * What a person sets of a transmitter (REG-1 to REG-3): `frequency` in MHz, `frequencyVariance` in kHz,
 * `emitInterval` and its variance in ms; `codeNumber` null for beepers. What `protocolId` and `purpose` stand
 * for is REG-4, REG-5.
 */
export const transmitterFieldsSchema = v.object({
  serialNumber: v.pipe(v.string(), v.trim(), v.minLength(6, badSerialNumber), v.maxLength(15, badSerialNumber), storable),
  TransmitterModelId: rowId,
  protocolId: v.picklist([7, 18, 19]),
  frequency: v.pipe(v.number(), v.minValue(148), v.ltValue(175)),
  frequencyVariance: within(0, 25),
  codeNumber: v.nullable(whole(1, 999_999)),
  emitInterval: whole(600, 3_600_000),
  emitIntervalVariance: whole(0, 10_000),
  purpose: v.picklist([0, 1, 2]),
});

type ProtocolAndCode = Pick<v.InferOutput<typeof transmitterFieldsSchema>, 'protocolId' | 'codeNumber'>;

/** True when the code is one of its protocol (REG-4). */
export function isCodeOfProtocol({ protocolId, codeNumber }: ProtocolAndCode): boolean {
  const codes = codesByProtocol[protocolId];
  if (codes === undefined || codeNumber === null) return codes === undefined && codeNumber === null;
  return codeNumber >= codes.min && codeNumber <= codes.max;
}
export const codeProblem = 'Codes are 1 to 521 with Lotek 2000, 10 to 999999 with Lotek 2003, and none with beepers';

/** A transmitter as it is stored: what older software let in is shown, too. */
export const transmitterSchema = v.object({
  id: v.number(),
  serialNumber: v.string(),
  TransmitterModelId: v.number(),
  protocolId: v.number(),
  frequency: v.number(),
  frequencyVariance: v.number(),
  codeNumber: v.nullable(v.number()),
  emitInterval: v.number(),
  emitIntervalVariance: v.number(),
  purpose: v.number(),
});

export type Transmitter = v.InferOutput<typeof transmitterSchema>;

export const transmitterModelSchema = v.object({ id: v.number(), modelNumber: v.string() });
