import { type EventObject, fromCallback } from 'xstate';
import type { RightChange } from '../../src/machines/receiver-editor/edit-right.ts';
import type { CallbackLogic, NoInput } from '../../src/machines/support/not-provided.ts';
import { type Family, type FamilyConfig, defaultConfig, withValue } from '#model/config/config.ts';
import { type OpenedReceiver, openedFrom } from '#model/receiver-editor/draft.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import { receiver } from './fleet-samples.ts';

type Changes = { revision?: number; family?: Family; settings?: Readonly<Record<string, unknown>> };

/** Returns a reply about one receiver: the defaults, with these settings by path. */
export function receiverReply({ revision = 8, family = 'orion', settings = {} }: Changes = {}) {
  const config = Object.entries(settings).reduce<FamilyConfig>(
    (sofar, [path, value]) => withValue(sofar, path, value),
    defaultConfig(family),
  );
  const basic = receiver({ id: 7, alias: 'Crest', model: receiverModels[family] });
  return { asOf: { epoch: 'one', revision }, rxData: { basic, [family]: config } };
}

/** A receiver as the editor opens it. */
export function openedReceiver(changes?: Changes): OpenedReceiver {
  return openedFrom(receiverReply(changes));
}

/** Reports that the person may edit receivers. */
export const mayEdit: CallbackLogic<EventObject, NoInput, RightChange> = fromCallback(({ sendBack }) =>
  sendBack({ type: 'right.changed', mayEdit: true } satisfies RightChange),
);
