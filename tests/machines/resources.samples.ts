import { resourcesMachine } from '../../src/machines/resources/resources-machine.ts';
import type { ResourceReport } from '../../src/machines/resource/resource-events.ts';
import { type ResourcePlan, sessionResources } from '#model/session/resources.ts';
import { child, samples } from '../support/machine-paths.ts';

/** A resource of a screen. */
const beacons: ResourcePlan = { name: 'beacons', begins: 'line', refreshMs: 300_000 };
const offline = { kind: 'server', code: 503, type: 'SystemOffline' } as const;
const reports = (name: unknown): ResourceReport[] => [
  { type: 'resource.shown', name: String(name), facts: [] },
  { type: 'resource.failed', name: String(name), failure: { kind: 'network' } },
  { type: 'resource.failed', name: String(name), failure: offline },
];

export default samples({
  machine: resourcesMachine,
  inputs: [
    { mitasId: 'demo', plans: sessionResources, isConnected: false },
    { mitasId: 'demo', plans: [beacons], isConnected: true },
  ],
  events: {
    'resources.invalidate': { what: ['fleet', 'account'] },
    'resources.reload': [{ scope: 'revised' }, { scope: 'all' }],
    'resources.retry': {},
    'line.opened': {},
  },
  actors: {
    resource: child({ sends: ({ input }) => reports((input as { name: string }).name), errors: [new Error('broken')] }),
  },
  serializeState: ({ value, context }) =>
    JSON.stringify([value, ['config', 'fleet'].map((name) => context.loaded.includes(name)), context.plans.length]),
});
