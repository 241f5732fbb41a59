import * as v from 'valibot';

/**
 * Spec §3: `frequency` in MHz, `frequencyVariance` in kHz, `emitInterval` and its variance in ms; `codeNumber` null for beepers. What
 * `protocolId` and `purpose` stand for is decisions, Protocols.
 */
export const transmitterFieldsSchema = v.object({
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
export const transmitterSchema = v.object({ id: v.number(), ...transmitterFieldsSchema.entries });

export const transmitterModelSchema = v.object({ id: v.number(), modelNumber: v.string() });
