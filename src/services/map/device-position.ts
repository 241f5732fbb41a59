import { isNowhere } from '../../model/fields/value-fields.ts';
import { accepted, refused, type Result } from '../../model/result.ts';

/** How long (ms) finding a position may take; a device that needs longer has no view of the sky. */
const timeoutMs = 20_000;

/** The position of the device in degrees; `accuracy` in metres. */
type DevicePosition = { latitude: number; longitude: number; accuracy: number };
type Sources = { geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined; isSecureContext: boolean };

/** Returns the device's position from the browser (MAP-9), or the reason why it is unknown. */
export function findDevicePosition({ geolocation, isSecureContext }: Sources): Promise<Result<DevicePosition>> {
  return new Promise((resolve) => {
    if (!isSecureContext) return resolve(refused('Browsers share their location only with https pages'));
    if (geolocation === undefined) return resolve(refused('This browser cannot share its location'));
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve(isNowhere(latitude, longitude) ? refused(reasons[unavailable]) : accepted({ latitude, longitude, accuracy })),
      ({ code }) => resolve(refused(reasons[code] ?? reasons[unavailable])),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 0 },
    );
  });
}

/** The platform's error codes (GeolocationPositionError). */
const unavailable = 2;
const reasons: Readonly<Record<number, string>> & { [unavailable]: string } = {
  1: 'The browser blocks location for this page. Allow it in the site settings',
  [unavailable]: 'This device has no location. Turn location on, or go where it can see the sky',
  3: 'This device found no location in time. Go where it can see the sky, and try again',
};
