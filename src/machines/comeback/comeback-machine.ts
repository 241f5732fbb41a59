import { type EventObject, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { mayPass, refusalKind } from '../../model/session/resources.ts';
import { untilRetry } from '../../model/session/retry-wait.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** The time between checks of an offline system, in ms (SYS-11). */
const offlineMs = 30_000;

type ComebackInput = { mitasId: string; failure: Failure | null };
type ComebackContext = ComebackInput & { times: number };

/**
 * Checks in the background whether a system that could not be shown is available again, and ends when it is
 * (SYS-11, SYS-17). It does not check after a defect or a refusal by the host.
 */
export const comebackMachine = setup({
  types: {} as {
    context: ComebackContext;
    events: SurroundingsEvent;
    input: ComebackInput;
    tags: 'busy' | 'ready';
  },
  actors: {
    /** Checks whether the system can be shown; rejects with the reason. */
    checkSystem: notProvided<void, { mitasId: string }>(),
    surroundings: notProvidedCallback<EventObject, NoInput, SurroundingsEvent>(),
  },
  actions: {
    countTime: assign({ times: ({ context }) => context.times + 1 }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: {
    mayPass: ({ context: { failure } }) => failure !== null && mayPass(failure),
    mayStillPass: (_, { error }: { error: unknown }) => mayPass(toFailure(error)),
  },
  delays: { again: ({ context: { failure, times } }) => (isOff(failure) ? offlineMs : untilRetry(times)) },
}).createMachine({
  id: 'comeback',
  context: ({ input: { mitasId, failure } }) => ({ mitasId, failure, times: 0 }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'mayPass', target: 'waiting' }, { target: 'resting' }] },
    resting: { tags: 'ready' },
    waiting: {
      tags: 'ready',
      entry: 'countTime',
      invoke: { id: 'surroundings', src: 'surroundings', onError: 'resting' },
      after: { again: 'checking' },
      on: { 'network.returned': 'checking', 'clock.jumped': 'checking' },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkSystem',
        src: 'checkSystem',
        input: ({ context }) => ({ mitasId: context.mitasId }),
        onDone: 'answered',
        onError: [
          {
            guard: { type: 'mayStillPass', params: theEvent },
            target: 'waiting',
            actions: { type: 'setFailure', params: theEvent },
          },
          { target: 'answered' },
        ],
      },
    },
    answered: { type: 'final' },
  },
});

function isOff(failure: Failure | null): boolean {
  return failure !== null && refusalKind(failure) === 'offline';
}
