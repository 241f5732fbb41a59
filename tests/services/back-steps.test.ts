import { describe, expect, test, vi } from 'vitest';
import type { BackSteps } from '../../src/model/navigation/back-steps.ts';
import { createBackSteps } from '../../src/services/location/back-steps.ts';
import { FakeHistory } from '../support/fake-history.ts';

/** Opens the page on which the dialogs open, with an earlier page in the history (NAV-34, NAV-35). */
function openPage(): { browser: FakeHistory; steps: BackSteps; history: History } {
  const browser = new FakeHistory('/before');
  const { history } = browser.window;
  const steps = createBackSteps({ window: browser.window });
  browser.listen();
  history.pushState(null, '', '/page');
  return { browser, steps, history };
}

/** Opens a dialog as a page has it: Back closes it, unless something is typed. */
function openDialog(steps: BackSteps) {
  const dialog = { isTyped: false, isOpen: true, asked: 0, close };
  const forget = steps.open(() => {
    if (dialog.isTyped) dialog.asked += 1;
    else close();
  });
  function close(): void {
    dialog.isOpen = false;
    forget();
  }
  return dialog;
}

describe('Back over a page with a dialog (NAV-34)', () => {
  test('closes the dialog, and the next one goes to the page before', async () => {
    const { browser, steps } = openPage();
    const dialog = openDialog(steps);
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page', '/page']);
    browser.go(-1);
    await browser.rest();
    expect(dialog.isOpen).toBe(false);
    expect(browser.heard, 'no page changed').toEqual([]);
    browser.go(-1);
    await browser.rest();
    expect([browser.address, browser.heard]).toEqual(['/before', ['/before']]);
  });

  test('a dialog closed by its button leaves no entry, and Forward opens nothing', async () => {
    const { browser, steps } = openPage();
    const dialog = openDialog(steps);
    await browser.rest();
    dialog.close();
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page']);
    browser.go(1);
    await browser.rest();
    expect(browser.path, 'the entry of the dialog is no place to be').toEqual(['/before', '/page']);
    browser.go(-1);
    await browser.rest();
    browser.go(1);
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page']);
  });

  test('a dialog in which something is typed stays, and the entry of Back with it', async () => {
    const { browser, steps } = openPage();
    const dialog = openDialog(steps);
    dialog.isTyped = true;
    await browser.rest();
    for (const asked of [1, 2]) {
      browser.go(-1);
      await browser.rest();
      expect([dialog.asked, browser.path]).toEqual([asked, ['/before', '/page', '/page']]);
    }
    dialog.close();
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page']);
  });

  test('of dialogs over each other only the top one closes', async () => {
    const { browser, steps } = openPage();
    const [lower, upper] = [openDialog(steps), openDialog(steps)];
    await browser.rest();
    browser.go(-1);
    await browser.rest();
    expect([lower.isOpen, upper.isOpen, browser.path.length]).toEqual([true, false, 3]);
    lower.close();
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page']);
  });

  test('one dialog that opens as another closes takes over its entry', async () => {
    const { browser, steps } = openPage();
    const first = openDialog(steps);
    await browser.rest();
    first.close();
    const second = openDialog(steps);
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page', '/page']);
    second.close();
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page']);
  });

  test('a page that is opened from a dialog takes the place of its entry', async () => {
    const { browser, steps, history } = openPage();
    const dialog = openDialog(steps);
    await browser.rest();
    history.pushState(null, '', '/other');
    dialog.close();
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page', '/other']);
    browser.go(-1);
    await browser.rest();
    expect([browser.address, browser.heard]).toEqual(['/page', ['/page']]);
  });

  test('what goes to another page while a closed dialog takes its step waits for the step', async () => {
    const { browser, steps, history } = openPage();
    const dialog = openDialog(steps);
    await browser.rest();
    dialog.close();
    await Promise.resolve();
    history.pushState(null, '', '/other');
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page', '/other']);
  });

  test('what the address came to hold under a dialog stays when it closes, however it does', async () => {
    for (const how of ['button', 'Back']) {
      const { browser, steps, history } = openPage();
      const dialog = openDialog(steps);
      await browser.rest();
      history.replaceState(null, '', '/page?sort=name');
      if (how === 'button') dialog.close();
      else browser.go(-1);
      await browser.rest();
      expect([how, dialog.isOpen, browser.path, browser.heard]).toEqual([how, false, ['/before', '/page?sort=name'], []]);
    }
  });

  test('a step that the browser never makes is not asked for twice', async () => {
    vi.useFakeTimers();
    try {
      const { steps, history } = openPage();
      const dialog = openDialog(steps);
      await vi.advanceTimersByTimeAsync(0);
      const go = vi.spyOn(history, 'go').mockImplementation(() => {});
      dialog.close();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(go.mock.calls).toEqual([[-1]]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a page that is loaded again over the entry of a dialog goes back to its own', async () => {
    const { browser, steps } = openPage();
    openDialog(steps);
    await browser.rest();
    const loaded = new FakeHistory('/page', browser.window.history.state);
    loaded.window.history.pushState(browser.window.history.state, '', '/page');
    createBackSteps({ window: loaded.window });
    await loaded.rest();
    expect(loaded.path).toEqual(['/page']);
  });
});

describe('a dialog of the address (NAV-35)', () => {
  test('is left by a step back where it was opened from its page', async () => {
    const { browser, steps, history } = openPage();
    history.pushState(null, '', '/page?edit=7');
    history.replaceState(null, '', '/page?edit=7&tab=2');
    steps.leave('/page');
    await browser.rest();
    expect([browser.path, browser.heard]).toEqual([['/before', '/page'], ['/page']]);
  });

  test('is left with the question that lies over it', async () => {
    const { browser, steps, history } = openPage();
    history.pushState(null, '', '/page?edit=7');
    const question = openDialog(steps);
    await browser.rest();
    steps.leave('/page');
    question.close();
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page']);
  });

  test('that a link opened gives its place to its page', async () => {
    const { browser, steps, history } = openPage();
    history.replaceState(null, '', '/page?edit=7');
    const question = openDialog(steps);
    await browser.rest();
    steps.leave('/page');
    question.close();
    await browser.rest();
    expect(browser.path).toEqual(['/before', '/page']);
  });
});
