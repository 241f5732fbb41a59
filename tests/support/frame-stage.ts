import { type ActorRefFrom, type AnyStateMachine, SimulatedClock, createActor, createMachine } from 'xstate';
import { type BannerRef, bannerMachine } from '../../src/machines/banner/banner-machine.ts';
import { type SnackbarRef, snackbarMachine } from '../../src/machines/snackbar/snackbar-machine.ts';

/** Lets promises settle, which takes a few microtasks even on a simulated clock. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** A real snackbar, a real banner and the machine under test in one system, on the test's clock. */
export function stage<TMachine extends AnyStateMachine>(machine: TMachine, input: unknown) {
  const clock = new SimulatedClock();
  const heard: { type: string }[] = [];
  const parent = createMachine({
    invoke: [
      { id: 'snackbar', systemId: 'snackbar', src: snackbarMachine },
      { id: 'banner', systemId: 'banner', src: bannerMachine },
      { id: 'subject', systemId: 'subject', src: machine as AnyStateMachine, input },
    ],
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const root = createActor(parent, { clock }).start();
  const snackbar = root.system.get('snackbar') as SnackbarRef;
  const banner = root.system.get('banner') as BannerRef;
  const subject = root.system.get('subject') as ActorRefFrom<TMachine>;
  return { clock, heard, snackbar, banner, subject, stop: () => root.stop() };
}
