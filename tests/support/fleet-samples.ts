import type { Receiver } from '#model/entities/receiver.ts';
import type { Site } from '#model/entities/site.ts';

/** Returns an online Orion receiver at site 1 without problems, with the given changes. */
export function receiver(but: Partial<Receiver> = {}): Receiver {
  return {
    id: 1,
    SiteId: 1,
    alias: 'North',
    model: 0,
    ipAddress: '10.0.0.1',
    portNumber: 20001,
    enabled: true,
    status: 4,
    statusTime: 1_000,
    color: '#112233',
    latitude: 45.1,
    longitude: -113.9,
    memoryUsedMb: 100,
    memoryTotalMb: 1_000,
    voltage: 12.4,
    firmwareMajor: 7,
    firmwareMinor: 10,
    firmwarePatch: 0,
    infoTime: 1_000,
    heardTime: null,
    uploadsEveryMs: null,
    rev: 1,
    ...but,
  };
}

/** Returns an ordinary site. */
export function site(but: Partial<Site> = {}): Site {
  return { id: 1, alias: 'River', color: '#445566', pointStyle: 'circle', rxIds: [1], rev: 1, ...but };
}
