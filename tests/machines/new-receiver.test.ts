import { expect, test } from 'vitest';
import { createActor, createMachine, fromPromise, waitFor } from 'xstate';
import type { AskedCreation, Creation, CreationInput } from '../../src/machines/receivers/receivers-events.ts';
import { type ReceiversRef, receiversMachine } from '../../src/machines/receivers/receivers-machine.ts';
import { type Failure, FailureError } from '#model/contract/failure.ts';

const wanted = { alias: 'New Receiver', model: -1, ipAddress: '', portNumber: 20_001, siteId: 3 } as const;
const unanswered: AskedCreation = { wanted, color: '#f0909c', operation: 'the first' };

/** Opens the dialog of a new receiver; the test decides when the host answers. */
function start() {
  const asked: (PromiseWithResolvers<Creation> & CreationInput)[] = [];
  const logic = receiversMachine.provide({
    actors: {
      dialogs: createMachine({}) as never,
      createReceiver: fromPromise(({ input }) => {
        const answer = { ...Promise.withResolvers<Creation>(), ...input };
        asked.push(answer);
        return answer.promise;
      }),
    },
    actions: { readClock: () => {}, recallTask: () => {} },
  });
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'snackbar', src: createMachine({}) },
        { id: 'receivers', src: logic, input: { mitasId: 'demo', search: '' } },
      ],
    }),
  ).start();
  const screen = root.getSnapshot().children['receivers'] as ReceiversRef;
  const isDescribing = () => waitFor(screen, (snapshot) => snapshot.matches({ dialog: 'describing' }));
  const create = () => screen.send({ type: 'receiver.create', wanted });
  const askAgain = async (): Promise<void> => {
    screen.send({ type: 'receiver.new', siteId: 3 });
    create();
    asked[0]?.resolve({ unanswered });
    await isDescribing();
    create();
    expect(asked[1]?.unanswered).toEqual(unanswered);
  };
  const context = () => screen.getSnapshot().context;
  return { asked, context, create, askAgain, isDescribing };
}

const refusal = (code: number): Failure => ({ kind: 'server', code, type: 'Refused', message: 'no' });

test.each([400, 403, 404, 409, 410, 422])(
  'a creation that is asked for again and refused (%i) is not created: it may be filled in again (FLEET-9)',
  async (code) => {
    const { asked, context, create, askAgain, isDescribing } = start();
    await askAgain();
    asked[1]?.reject(new FailureError(refusal(code)));
    await isDescribing();
    expect(context()).toMatchObject({ failure: refusal(code), unanswered: null });
    create();
    expect(asked[2]?.unanswered, 'it is asked for as a new one').toBeNull();
  },
);

test.each<Failure>([
  refusal(401),
  refusal(429),
  refusal(440),
  refusal(500),
  refusal(503),
  { kind: 'network' },
  { kind: 'invalidPayload', issues: ['no alias'] },
])('what settles nothing leaves a creation to be asked for as it was: %j (FLEET-9)', async (failure) => {
  const { asked, context, askAgain, isDescribing } = start();
  await askAgain();
  asked[1]?.reject(new FailureError(failure));
  await isDescribing();
  expect(context()).toMatchObject({ failure, unanswered });
});
