import { type BackSteps, dialogMark, type EntryMark, markIn, pushedMark, stepsTo } from '../../model/navigation/back-steps.ts';

type BackStepsParts = {
  window: Pick<Window, 'addEventListener' | 'dispatchEvent' | 'location' | 'history' | 'setTimeout' | 'clearTimeout'>;
};

/**
 * How long (ms) navigation waits for a history step, which the browser may never make, for example while the
 * page is being left.
 */
const stepLimitMs = 1_000;

/**
 * Gives each open dialog a history entry, so that Back closes it. The entry has the page's address, and ends
 * with the dialog: by a step back, or by the next push, which replaces it. Only steps between pages reach the
 * router.
 */
export function createBackSteps({ window }: BackStepsParts): BackSteps {
  const { history, location } = window;
  const own = { push: history.pushState.bind(history), replace: history.replaceState.bind(history) };
  const dialogs: { onBack: () => void }[] = [];
  /** Work that was requested during a step of this module. */
  const waiting: (() => void)[] = [];
  let step: 'none' | 'closing' | 'leaving' = 'none';
  let limit: number | undefined;
  const here = (): string => location.pathname + location.search + location.hash;
  const mark = (): EntryMark => markIn(history.state);
  let address = here();

  const go = (by: number, why: 'closing' | 'leaving'): void => {
    step = why;
    limit = window.setTimeout(finish, stepLimitMs);
    history.go(by);
  };
  /**
   * Ends the step and runs the waiting work, without starting another step, because the requested one may
   * still come.
   */
  const finish = (): void => {
    window.clearTimeout(limit);
    step = 'none';
    address = here();
    const works = waiting.splice(0);
    for (const work of works) work();
    // Code that navigated during the step announced the old address, so announce the new one.
    if (works.length > 0) window.dispatchEvent(new Event('replaceState'));
  };
  const goOn = (): void => {
    finish();
    settleSoon();
  };
  /** Makes the number of entries equal to the number of dialogs. */
  const settle = (): void => {
    if (step !== 'none') return;
    const { over } = mark();
    if (over > dialogs.length) go(dialogs.length - over, 'closing');
    for (let missing = dialogs.length - over; missing > 0; missing -= 1) own.push(dialogMark(mark(), address), '', address);
  };
  // One dialog may open as another closes; only the final number counts.
  const settleSoon = (): void => queueMicrotask(settle);

  const change = (how: 'push' | 'replace', [state, unused, url]: Parameters<History['pushState']>): void => {
    if (step !== 'none') {
      waiting.push(() => history[`${how}State`](state, unused, url));
      return;
    }
    const before = mark();
    const after = how === 'push' ? pushedMark(before, here()) : before;
    own[before.over > 0 ? 'replace' : how]({ ...(state as object | null), ...after }, unused, url);
    address = here();
    settleSoon();
  };
  history.pushState = (...given) => change('push', given);
  history.replaceState = (...given) => change('replace', given);

  /** Keeps the page and its address, and hides the step from the router. */
  const stay = (event: Event): void => {
    event.stopImmediatePropagation();
    if (here() !== address) own.replace(history.state, '', address);
  };
  const arrive = (event: Event): void => {
    const was = step;
    if (was === 'closing') stay(event);
    if (was !== 'none') return goOn();
    const { over } = mark();
    const isOtherPage = new URL(address, location.origin).pathname !== location.pathname;
    if (over < dialogs.length && !isOtherPage) {
      stay(event);
      for (const { onBack } of dialogs.slice(over).toReversed()) onBack();
    }
    address = here();
    settleSoon();
  };
  // Runs before the router's listener.
  window.addEventListener('popstate', arrive, { capture: true });
  settleSoon();

  return {
    open(onBack) {
      const dialog = { onBack };
      dialogs.push(dialog);
      settleSoon();
      return () => {
        const index = dialogs.indexOf(dialog);
        if (index !== -1) dialogs.splice(index, 1);
        settleSoon();
      };
    },
    leave(to) {
      if (step !== 'none') {
        waiting.push(() => this.leave(to));
        return;
      }
      const steps = stepsTo(mark(), to);
      if (steps === null) history.replaceState(null, '', to);
      else go(-steps, 'leaving');
    },
  };
}
