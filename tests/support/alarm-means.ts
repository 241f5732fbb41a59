import type { AlarmMeans } from '../../src/services/ports.ts';

/** Those of a browser that shows nothing outside of its pages. */
export const noAlarmMeans: AlarmMeans = {
  isSecureContext: true,
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} } as unknown as Storage,
  navigator: {} as Navigator,
  focus() {},
  addEventListener() {},
  removeEventListener() {},
};
