import type { ModemText } from '#model/entities/modem.ts';

/** The texts that a sample modem reports. */
export const saidTexts: Record<ModemText, string> = {
  model: 'RUT241',
  hardwareVersion: '1.2',
  firmwareVersion: '7.6',
  lanAddress: '192.168.1.1',
  wanAddress: '10.0.0.7',
  sim: '893104',
  rfBand: 'B20',
  network: 'LTE',
};
