import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { Family, FamilyConfig } from '../../model/config/config.ts';
import type { ReceiverVersion } from '../../model/contract/receiver-history-calls.ts';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ReceiverEditorEvent } from './receiver-editor-events.ts';

/** A saved configuration with its content. */
export type OpenedVersion = ReceiverVersion & { readonly family: Family; readonly config: FamilyConfig };

export type ConfigVersionsEvent =
  | { type: 'versions.open' }
  | { type: 'versions.close' }
  | { type: 'versions.retry' }
  /** Shows one of them, compared with the form. */
  | { type: 'versions.choose'; version: number }
  | { type: 'versions.back' }
  /** Copies its content into the form. */
  | { type: 'versions.apply' };

export type ConfigVersionsContext = {
  mitasId: string;
  rxId: number;
  /** Newest first. */
  versions: readonly ReceiverVersion[];
  /** The version that is shown. */
  opened: OpenedVersion | null;
  failure: Failure | null;
};

/** The saved configurations of a receiver (CFG-8): lists them, shows one, and copies it into the form. */
export const configVersionsMachine = setup({
  types: {} as {
    input: Pick<ConfigVersionsContext, 'mitasId' | 'rxId'>;
    context: ConfigVersionsContext;
    events: ConfigVersionsEvent;
    tags: 'open' | 'busy' | 'failed';
  },
  actors: {
    listVersions: notProvided<readonly ReceiverVersion[], { mitasId: string; rxId: number }>(),
    fetchVersion: notProvided<OpenedVersion, { mitasId: string; rxId: number; version: number }>(),
  },
  actions: {
    takeList: assign((_, { output }: { output: readonly ReceiverVersion[] }) => ({ versions: output, failure: null })),
    takeVersion: assign((_, { output }: { output: OpenedVersion }) => ({ opened: output, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetVersion: assign({ opened: null }),
    sendConfig: sendParent(({ context: { opened } }): ReceiverEditorEvent => {
      if (opened === null) throw new Error('No version is looked at');
      return { type: 'editor.take', config: opened.config };
    }),
  },
}).createMachine({
  id: 'configVersions',
  context: ({ input }) => ({ ...input, versions: [], opened: null, failure: null }),
  initial: 'closed',
  states: {
    closed: { entry: 'forgetVersion', on: { 'versions.open': 'listing' } },
    listing: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'listVersions',
        src: 'listVersions',
        input: ({ context: { mitasId, rxId } }) => ({ mitasId, rxId }),
        onDone: { target: 'listed', actions: { type: 'takeList', params: theEvent } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
      on: { 'versions.close': 'closed' },
    },
    failed: {
      tags: ['open', 'failed'],
      on: { 'versions.retry': 'listing', 'versions.close': 'closed' },
    },
    listed: {
      tags: 'open',
      entry: 'forgetVersion',
      on: { 'versions.choose': 'fetching', 'versions.close': 'closed' },
    },
    fetching: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'fetchVersion',
        src: 'fetchVersion',
        input: ({ context: { mitasId, rxId }, event }) => ({
          mitasId,
          rxId,
          version: enteredBy(event, 'versions.choose').version,
        }),
        onDone: { target: 'compared', actions: { type: 'takeVersion', params: theEvent } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
      on: { 'versions.close': 'closed' },
    },
    compared: {
      tags: 'open',
      on: {
        'versions.back': 'listed',
        'versions.close': 'closed',
        'versions.apply': { target: 'closed', actions: 'sendConfig' },
      },
    },
  },
});

export type ConfigVersionsRef = ActorRefFrom<typeof configVersionsMachine>;
