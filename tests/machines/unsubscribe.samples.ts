import { expect } from 'vitest';
import type { UnsubscribeReply } from '#model/forms/unsubscribe.ts';
import { unsubscribeMachine } from '../../src/machines/unsubscribe/unsubscribe-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

const reply = { success: true, type: 'alarms', alreadyUnsubscribed: false } as const;
const replies: UnsubscribeReply[] = [reply, { ...reply, alreadyUnsubscribed: true }, { ...reply, success: false }];

export default samples({
  machine: unsubscribeMachine,
  inputs: [{ hasToken: true }, { hasToken: false }],
  events: { 'unsubscribe.retry': {} },
  actors: {
    unsubscribe: promise({
      outputs: replies,
      errors: [{ kind: 'network' }, { kind: 'server', code: 403, type: 'Forbidden', message: 'No longer' }],
    }),
  },
  invariant: ({ snapshot }) => {
    const { reply: kept, failure, hasToken } = snapshot.context;
    expect(snapshot.hasTag('done')).toBe(kept !== null);
    if (snapshot.hasTag('failed')) expect(failure).not.toBeNull();
    if (!hasToken) expect(snapshot.hasTag('failed')).toBe(true);
  },
});
