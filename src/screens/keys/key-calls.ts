import { fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import { type KeysMachine, keysMachine } from '../../machines/keys/keys-machine.ts';
import { question } from '../../machines/question/question.ts';
import type { QuestionMachine } from '../../machines/question/question-machine.ts';
import type { KeyOrder, ShownKey } from '../../model/entities/key.ts';

type Calls = {
  list: (mitasId: string, signal: AbortSignal) => Promise<{ keys: readonly ShownKey[] }>;
  make: (mitasId: string, order: KeyOrder) => Promise<{ name: string; key: string }>;
  revoke: (mitasId: string, id: number) => Promise<unknown>;
};

/** Returns the machine of keys with its calls, the clipboard, and the check of who may see them. */
export function keysBy(
  { pageEvents: { navigator } }: Pick<Services, 'pageEvents'>,
  calls: Calls,
  occasions?: Parameters<typeof question>[1],
): KeysMachine {
  const list: QuestionMachine = question<{ mitasId: string }>(
    async ({ input: { mitasId }, signal }) => (await calls.list(mitasId, signal)).keys,
    occasions,
  );
  return keysMachine.provide({
    actors: {
      list,
      makeKey: fromPromise(({ input: { mitasId, order } }) => calls.make(mitasId, order)),
      revokeKey: fromPromise(({ input: { mitasId, id } }) => calls.revoke(mitasId, id)),
      // Browsers have no clipboard on pages without TLS; the error is handled like any failure.
      copyText: fromPromise(async ({ input: { text } }) => navigator.clipboard.writeText(text)),
    },
  });
}
