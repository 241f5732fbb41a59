import { expect } from 'vitest';
import { statsRequestMachine } from '../../src/machines/stats-request/stats-request-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

const broken = [new Error('broken')];
const asked = '?time=recent&amount=3&unit=hour';
/** STAT-9. */
export default samples({
  machine: statsRequestMachine.provide({ actions: { writeAddress: () => {} } }),
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: asked },
    { mitasId: 'demo', search: '?time=range' },
  ],
  events: {
    'place.changed': [{ search: '' }, { search: asked }, { search: `${asked}&color=site` }],
    'question.change': [{ part: { recentAmount: null } }, { part: { recentAmount: 3, recentUnit: 'hour' } }],
    'stats.request': {},
    'stats.drawn': {},
  },
  actors: {
    states: child({ errors: broken }),
    perAntenna: child({ errors: broken }),
    aggregate: child({ errors: broken }),
    frequencies: child({ errors: broken }),
    codes: child({ errors: broken }),
    powers: child({ errors: broken }),
    timeline: child({ errors: broken }),
    beacons: child({ errors: broken }),
  },
  invariant: ({ snapshot }) => {
    expect(snapshot.hasTag('asked'), 'what is shown was asked for').toBe(snapshot.context.asked !== null);
    expect(snapshot.context.asked?.recentAmount, 'an empty amount is never asked for').not.toBeNull();
  },
});
