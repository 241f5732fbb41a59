import type { AlarmMeans } from '../../src/services/ports.ts';

/** A browser that shows nothing outside of its pages. */
export const noAlarmMeans: AlarmMeans = {
  isSecureContext: true,
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} } as unknown as Storage,
  navigator: {} as Navigator,
  focus() {},
  addEventListener() {},
  removeEventListener() {},
};
