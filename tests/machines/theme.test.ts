import { describe, expect, test } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import { operationMachine } from '../../src/machines/operation/operation-machine.ts';
import { themeMachine } from '../../src/machines/theme/theme-machine.ts';
import type { Failure } from '#model/contract/failure.ts';
import { settled, stage } from '../support/frame-stage.ts';

describe('dark mode (ACC-16)', () => {
  function start(answers: readonly ('stored' | Failure)[]) {
    const sent: { darkMode: boolean; settle: (answer: 'stored' | Failure) => void }[] = [];
    const kept: boolean[] = [];
    const theme = themeMachine.provide({
      actors: {
        operation: operationMachine.provide({
          actors: {
            ask: fromPromise<unknown, { opId: string; request: unknown }>(
              ({ input }) =>
                new Promise<void>((resolve, reject) => {
                  const { darkMode } = input.request as { darkMode: boolean };
                  sent.push({ darkMode, settle: (answer) => (answer === 'stored' ? resolve() : reject(answer)) });
                }),
            ),
          },
        }),
        schemeStore: fromCallback<{ type: 'scheme.keep'; darkMode: boolean }>(({ receive }) => {
          receive(({ darkMode }) => kept.push(darkMode));
        }),
      },
    });
    const on = stage(theme, { darkMode: true });
    on.subject.send({ type: 'theme.accountLoaded', darkMode: true });
    const answer = async (): Promise<void> => {
      const at = sent.length - 1;
      sent[at]?.settle(answers[at] ?? 'stored');
      await settled();
    };
    return { ...on, sent, kept, answer, dark: () => on.subject.getSnapshot().context.scheme.shown };
  }
  const refused: Failure = { kind: 'server', code: 500, type: 'ServerError' };

  test('a refused choice is taken back here, in the store too, and the person is told', async () => {
    const { subject, snackbar, kept, answer, dark } = start([refused]);
    subject.send({ type: 'theme.choose', darkMode: false });
    expect([dark(), kept.at(-1)]).toEqual([false, false]);
    await answer();
    expect([dark(), kept.at(-1)]).toEqual([true, true]);
    expect(snackbar.getSnapshot().context.notice).toMatchObject({ message: 'An error occurred', variant: 'error' });
  });

  test('a choice that nobody answers is taken back: only what a system numbers waits for a line', async () => {
    const { subject, answer, dark } = start([{ kind: 'network' }]);
    subject.send({ type: 'theme.choose', darkMode: false });
    await answer();
    expect(dark()).toBe(true);
  });

  test('of quick choices a late refusal of the first leaves the last one', async () => {
    const { subject, sent, answer, dark } = start([refused, 'stored', 'stored']);
    for (const darkMode of [false, true, false]) subject.send({ type: 'theme.choose', darkMode });
    expect(sent.length, 'one at a time').toBe(1);
    await answer();
    expect(dark()).toBe(false);
    await answer();
    expect(dark()).toBe(false);
    await answer();
    expect(sent.map(({ darkMode }) => darkMode)).toEqual([false, true, false]);
    expect(subject.getSnapshot().context.scheme).toMatchObject({ confirmed: false, pending: [], shown: false });
  });

  test('of two quick choices a refusal of the second shows the first', async () => {
    const { subject, answer, dark } = start(['stored', refused]);
    subject.send({ type: 'theme.choose', darkMode: false });
    subject.send({ type: 'theme.choose', darkMode: true });
    await answer();
    await answer();
    expect(dark()).toBe(false);
  });

  test('an account loaded while a choice is under way does not undo the choice', async () => {
    const { subject, answer, dark } = start([]);
    subject.send({ type: 'theme.choose', darkMode: false });
    subject.send({ type: 'theme.accountLoaded', darkMode: true });
    expect(dark()).toBe(false);
    await answer();
    expect(dark()).toBe(false);
  });
});
