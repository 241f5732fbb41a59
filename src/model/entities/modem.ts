import * as v from 'valibot';

/** The texts that a modem reports. */
export const modemTexts = [
  'model',
  'hardwareVersion',
  'firmwareVersion',
  'lanAddress',
  'wanAddress',
  'sim',
  'rfBand',
  'network',
] as const;
export type ModemText = (typeof modemTexts)[number];

/** The measurements that a modem reports, in V, °C and dBm. */
export const modemNumbers = ['supplyVoltage', 'coreTemperature', 'rssi'] as const;
export type ModemNumber = (typeof modemNumbers)[number];

/** A modem (REG-10); temperature in °C, voltage in V, rssi in dBm, `lastContacted` in ms since the epoch. */
export const modemSchema = v.object({
  id: v.number(),
  name: v.string(),
  ...v.entriesFromList(modemTexts, v.nullable(v.string())),
  ...v.entriesFromList([...modemNumbers, 'lastContacted'], v.nullable(v.number())),
});

export type Modem = v.InferOutput<typeof modemSchema>;

/**
 * A point of a modem's series (REG-10). `time` is the start of its step (ms since the epoch), `value` the
 * mean of the readings in the step, `minimum` and `maximum` the lowest and the highest reading. If the step
 * is 0, the point is a single reading.
 */
export const modemPointSchema = v.object({
  time: v.number(),
  value: v.number(),
  minimum: v.number(),
  maximum: v.number(),
  siteName: v.string(),
});
export type ModemPoint = v.InferOutput<typeof modemPointSchema>;
