import { resourcesMachine } from '../../src/machines/resources/resources-machine.ts';
import type { ResourceReport } from '../../src/machines/resource/resource-events.ts';
import { child, samples } from '../support/machine-paths.ts';

const offline = { kind: 'server', code: 503, type: 'SystemOffline' } as const;
const reports = (name: unknown): ResourceReport[] => [
  { type: 'resource.shown', name: name as 'fleet', facts: [] },
  { type: 'resource.failed', name: name as 'fleet', failure: { kind: 'network' } },
  { type: 'resource.failed', name: name as 'fleet', failure: offline },
];

export default samples({
  machine: resourcesMachine,
  inputs: [{ mitasId: 'demo' }],
  events: { 'resources.invalidate': { what: ['fleet', 'account'] }, 'resources.retry': {}, 'line.opened': {} },
  actors: {
    resource: child({ sends: ({ input }) => reports((input as { name: string }).name), errors: [new Error('broken')] }),
  },
  serializeState: ({ value, context }) =>
    JSON.stringify([value, ['config', 'fleet'].map((name) => context.loaded.includes(name as 'fleet'))]),
});
