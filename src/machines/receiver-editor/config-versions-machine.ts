import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { Family, FamilyConfig } from '../../model/config/config.ts';
import type { ReceiverVersion } from '../../model/contract/receiver-history-calls.ts';
import { questionMachine } from '../question/question-machine.ts';
import { theEvent } from '../support/the-event.ts';
import type { ReceiverEditorEvent } from './receiver-editor-events.ts';

/** A saved configuration with its values. */
export type OpenedVersion = ReceiverVersion & { readonly family: Family; readonly config: FamilyConfig };

export type ConfigVersionsEvent =
  | { type: 'versions.open' }
  | { type: 'versions.close' }
  /** Compares a version with the form's values. */
  | { type: 'versions.choose'; version: number }
  | { type: 'versions.back' }
  /** Copies a version's values into the form. */
  | { type: 'versions.apply'; config: FamilyConfig };

/** The requests for the list of versions, and for one version. */
export type VersionsRequest = { mitasId: string; rxId: number };
export type VersionRequest = VersionsRequest & { version: number };

/** The saved configurations of a receiver (CFG-8): listed, compared, and copied into the form. */
export const configVersionsMachine = setup({
  types: {} as {
    input: VersionsRequest;
    context: VersionRequest;
    events: ConfigVersionsEvent;
    tags: 'open' | 'comparing';
    children: { versions: 'versions'; version: 'version' };
  },
  actors: { versions: questionMachine, version: questionMachine },
  actions: {
    choose: assign((_, { version }: { version: number }) => ({ version })),
    sendConfig: sendParent((_, { config }: { config: FamilyConfig }): ReceiverEditorEvent => ({ type: 'editor.take', config })),
  },
}).createMachine({
  id: 'configVersions',
  context: ({ input }) => ({ ...input, version: 0 }),
  initial: 'closed',
  states: {
    closed: { on: { 'versions.open': 'open' } },
    open: {
      tags: 'open',
      invoke: {
        id: 'versions',
        src: 'versions',
        input: ({ context: { mitasId, rxId } }) => ({ request: { mitasId, rxId } }),
        onError: 'closed',
      },
      on: { 'versions.close': 'closed' },
      initial: 'listed',
      states: {
        listed: {
          on: { 'versions.choose': { target: 'compared', actions: { type: 'choose', params: theEvent } } },
        },
        compared: {
          tags: 'comparing',
          invoke: { id: 'version', src: 'version', input: ({ context }) => ({ request: context }), onError: 'listed' },
          on: {
            'versions.back': 'listed',
            'versions.apply': { target: '#configVersions.closed', actions: { type: 'sendConfig', params: theEvent } },
          },
        },
      },
    },
  },
});

export type ConfigVersionsRef = ActorRefFrom<typeof configVersionsMachine>;
