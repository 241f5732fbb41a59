import * as v from 'valibot';

/** Protocols a transmitter may emit (decisions, Protocols). Beepers carry no code. */
export const protocols = { 7: 'Beeper', 18: 'Lotek 2000', 19: 'Lotek 2003' } as const;

/** What a transmitter is for (decisions, Protocols). */
export const purposes = { 0: 'Tag', 1: 'Beacon', 2: 'Voltage Monitor' } as const;

/** Spec §3: `frequency` in MHz, `frequencyVariance` in kHz, `emitInterval` and its variance in ms; `codeNumber` null for beepers. */
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
export type Transmitter = v.InferOutput<typeof transmitterSchema>;

export const transmitterModelSchema = v.object({ id: v.number(), modelNumber: v.string() });
