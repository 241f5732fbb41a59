import { expect, test } from 'vitest';
import { findDevicePosition } from '../../src/services/map/device-position.ts';

type Answer = Parameters<Geolocation['getCurrentPosition']>;

/** A browser that answers with `answer`, and the options it was called with. */
function browserThat(answer: (...[found, failed]: [Answer[0], NonNullable<Answer[1]>]) => void) {
  const asked: PositionOptions[] = [];
  const getCurrentPosition = (...[found, failed, options = {}]: Answer): void => {
    asked.push(options);
    answer(found, failed as NonNullable<Answer[1]>);
  };
  return { asked, sources: { geolocation: { getCurrentPosition }, isSecureContext: true } };
}

test('where the device stands is asked again, exactly, and not forever (MAP-9)', async () => {
  const coords = { latitude: 45.1, longitude: -113.9, accuracy: 12 } as GeolocationCoordinates;
  const { asked, sources } = browserThat((found) => found({ coords } as GeolocationPosition));
  expect(await findDevicePosition(sources)).toEqual({ ok: true, value: { latitude: 45.1, longitude: -113.9, accuracy: 12 } });
  expect(asked).toEqual([{ enableHighAccuracy: true, timeout: expect.any(Number), maximumAge: 0 }]);
});

test.each([
  [1, 'Allow it in the site settings'],
  [2, 'Turn location on'],
  [3, 'in time'],
  [9, 'Turn location on'],
])('a browser that fails by %i says what to do', async (code, words) => {
  const { sources } = browserThat((_, failed) => failed({ code } as GeolocationPositionError));
  expect(await findDevicePosition(sources)).toEqual({ ok: false, reason: expect.stringContaining(words) });
});

test('a device that puts itself at 0, 0 does not know where it is (RX-30)', async () => {
  const coords = { latitude: 0, longitude: 0, accuracy: 5 } as GeolocationCoordinates;
  const { sources } = browserThat((found) => found({ coords } as GeolocationPosition));
  expect(await findDevicePosition(sources)).toEqual({ ok: false, reason: expect.stringContaining('has no location') });
});

test('a browser that has none, or a page that it does not trust, says so', async () => {
  const none = await findDevicePosition({ geolocation: undefined, isSecureContext: true });
  const { asked, sources } = browserThat(() => {});
  const plain = await findDevicePosition({ ...sources, isSecureContext: false });
  expect([none, plain]).toEqual([
    { ok: false, reason: 'This browser cannot share its location' },
    { ok: false, reason: 'Browsers share their location only with https pages' },
  ]);
  expect(asked).toEqual([]);
});
