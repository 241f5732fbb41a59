import { type ActorRefFrom, assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import type { KeyOrder, ShownKey } from '../../model/entities/key.ts';
import { type QuestionEvent, questionMachine, type QuestionRef } from '../question/question-machine.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** `awaitsRight`: true if only some members may see the keys, so that the list waits for the right. */
export type KeysInput = { mitasId: string; awaitsRight: boolean };

export type KeysEvent =
  | { type: 'key.new' }
  | { type: 'key.make'; order: KeyOrder }
  | { type: 'key.copy' }
  /** Asks the person to confirm revoking a key. */
  | { type: 'key.ask'; id: number; name: string }
  | { type: 'key.revoke' }
  | { type: 'dialog.close' }
  /** Starts the list again after a defect. */
  | { type: 'keys.reload' };

/** A new key; its secret is held only while it is shown. */
type Made = { name: string; key: string };
type KeyToRevoke = { id: number; name: string };

export type KeysContext = KeysInput & {
  made: Made | null;
  /** The key to revoke. */
  keyToRevoke: KeyToRevoke | null;
  /** Why the last request failed. */
  failure: string | null;
};

/**
 * Makes, lists and revokes keys; a new key is shown once. Used for access keys and for receiver keys (ACC-32,
 * SYS-22).
 */
export const keysMachine = setup({
  types: {} as {
    input: KeysInput;
    context: KeysContext;
    events: KeysEvent;
    tags: 'busy' | 'ready' | 'failed' | 'form' | 'shown' | 'question' | 'broken';
  },
  actors: {
    list: questionMachine,
    /** Runs to its end even if the page is left. */
    makeKey: notProvided<Made, { mitasId: string; order: KeyOrder }>(),
    /** Runs to its end even if the page is left. */
    revokeKey: notProvided<unknown, { mitasId: string; id: number }>(),
    copyText: notProvided<void, { text: string }>(),
  },
  actions: {
    takeMade: assign((_, { output: { name, key } }: { output: Made }) => ({ made: { name, key } })),
    forgetMade: assign({ made: null }),
    setKeyToRevoke: assign((_, { id, name }: KeyToRevoke) => ({ keyToRevoke: { id, name } })),
    clearKeyToRevoke: assign({ keyToRevoke: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({
      failure: failureText(toFailure(error), 'The host did not answer. Look at the list before you try again.'),
    })),
    clearFailure: assign({ failure: null }),
    /**
     * Asks for the list again, even after a failure, because the host may have acted without its answer
     * arriving.
     */
    askAgain: sendTo('list', { type: 'question.again' } satisfies QuestionEvent),
    notifyRevoked: notify(({ keyToRevoke }: KeysContext) => ({
      message: `The key '${keyToRevoke?.name ?? ''}' is revoked`,
      variant: 'success',
    })),
  },
}).createMachine({
  id: 'keys',
  context: ({ input }) => ({ ...input, made: null, keyToRevoke: null, failure: null }),
  initial: 'listed',
  states: {
    listed: {
      invoke: {
        id: 'list',
        src: 'list',
        input: ({ context: { mitasId, awaitsRight } }) => ({ request: { mitasId }, awaitsRight }),
        onError: 'broken',
      },
      exit: ['forgetMade', 'clearKeyToRevoke', 'clearFailure'],
      initial: 'idle',
      states: {
        idle: {
          tags: 'ready',
          on: {
            'key.new': 'ordering',
            'key.ask': { target: 'asking', actions: { type: 'setKeyToRevoke', params: theEvent } },
          },
        },
        ordering: {
          tags: 'form',
          initial: 'fresh',
          on: { 'key.make': 'making', 'dialog.close': 'idle' },
          states: { fresh: { tags: 'ready' }, refused: { tags: 'failed', exit: 'clearFailure' } },
        },
        making: {
          tags: ['form', 'busy'],
          invoke: {
            id: 'makeKey',
            src: 'makeKey',
            input: ({ context: { mitasId }, event }) => ({ mitasId, order: enteredBy(event, 'key.make').order }),
            onDone: { target: 'showing', actions: [{ type: 'takeMade', params: theEvent }, 'askAgain'] },
            onError: { target: 'ordering.refused', actions: [{ type: 'setFailure', params: theEvent }, 'askAgain'] },
          },
        },
        showing: {
          tags: 'shown',
          exit: 'forgetMade',
          on: { 'dialog.close': 'idle' },
          initial: 'fresh',
          states: {
            fresh: { on: { 'key.copy': 'copying' } },
            copying: {
              tags: 'busy',
              invoke: {
                id: 'copyText',
                src: 'copyText',
                input: ({ context: { made } }) => ({ text: made?.key ?? '' }),
                onDone: 'copied',
                onError: 'notCopied',
              },
            },
            copied: { on: { 'key.copy': 'copying' } },
            notCopied: { tags: 'failed', on: { 'key.copy': 'copying' } },
          },
        },
        asking: {
          tags: 'question',
          initial: 'fresh',
          on: { 'key.revoke': 'revoking', 'dialog.close': { target: 'idle', actions: 'clearKeyToRevoke' } },
          states: { fresh: { tags: 'ready' }, refused: { tags: 'failed', exit: 'clearFailure' } },
        },
        revoking: {
          tags: ['question', 'busy'],
          invoke: {
            id: 'revokeKey',
            src: 'revokeKey',
            input: ({ context: { mitasId, keyToRevoke } }) => ({ mitasId, id: keyToRevoke?.id ?? 0 }),
            onDone: { target: 'idle', actions: ['notifyRevoked', 'clearKeyToRevoke', 'askAgain'] },
            onError: { target: 'asking.refused', actions: [{ type: 'setFailure', params: theEvent }, 'askAgain'] },
          },
        },
      },
    },
    broken: { tags: 'broken', on: { 'keys.reload': 'listed' } },
  },
});

export type KeysMachine = typeof keysMachine;
export type KeysRef = ActorRefFrom<KeysMachine>;

/** Returns the question that lists the keys. */
export function selectKeyList({ children }: SnapshotFrom<KeysMachine>): QuestionRef<readonly ShownKey[]> | undefined {
  return children['list'] as QuestionRef<readonly ShownKey[]> | undefined;
}
