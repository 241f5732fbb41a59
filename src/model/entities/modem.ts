import * as v from 'valibot';

const text = v.nullable(v.string());
const number = v.nullable(v.number());

/** A modem (REG-10); temperature in °C, voltage in V, rssi in dBm, `lastContacted` in ms since the epoch. */
export const modemSchema = v.object({
  id: v.number(),
  name: v.string(),
  model: text,
  hardwareVersion: text,
  firmwareVersion: text,
  lanAddress: text,
  wanAddress: text,
  coreTemperature: number,
  supplyVoltage: number,
  lastContacted: number,
  sim: text,
  rfBand: text,
  network: text,
  rssi: number,
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
