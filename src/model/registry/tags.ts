import { researcher, viewer } from '../entities/role.ts';
import { registry } from './registry.ts';

type Held = string | number | null;
const time = (value: Held): string => (value === null ? 'none' : `${value} UTC`);
const degrees = (value: Held): string => (value === null ? 'none' : `${Number(value).toFixed(4)}°`);

/** REG-8: a transmitter on an animal; changes hold both by their numbers. */
export const tags = registry({
  entity: 'tag',
  words: ['tag', 'tags'],
  fields: {
    AnimalId: { holds: 'number', word: 'animal', say: (id) => `animal ${id}` },
    TransmitterId: { holds: 'number', word: 'transmitter', say: (id) => `transmitter ${id}` },
    releaseTime: { holds: 'textOrNone', word: 'release time', say: time },
    releaseLatitude: { holds: 'numberOrNone', word: 'release latitude', say: degrees },
    releaseLongitude: { holds: 'numberOrNone', word: 'release longitude', say: degrees },
    retrieveTime: { holds: 'textOrNone', word: 'retrieve time', say: time },
    retrieveLatitude: { holds: 'numberOrNone', word: 'retrieve latitude', say: degrees },
    retrieveLongitude: { holds: 'numberOrNone', word: 'retrieve longitude', say: degrees },
  },
  rights: { read: viewer, write: researcher },
});
