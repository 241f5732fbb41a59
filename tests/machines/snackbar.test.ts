import { describe, expect, test } from 'vitest';
import { type EventObject, SimulatedClock, createActor, createMachine } from 'xstate';
import { bannerMachine } from '../../src/machines/banner/banner-machine.ts';
import { undoAct } from '../../src/machines/operations/undo-offer.ts';
import { snackbarMachine } from '../../src/machines/snackbar/snackbar-machine.ts';
import type { Notice } from '#model/entities/notice.ts';

const notice = (message: string, but: Partial<Notice> = {}): Notice => ({ message, variant: 'info', ...but });

describe('snackbar (MSG-1, MSG-2)', () => {
  const undo = { act: undoAct({ epoch: 'one', revision: 41 }), timeout: 8_000 };

  function start() {
    const clock = new SimulatedClock();
    const snackbar = createActor(snackbarMachine, { clock }).start();
    const show = (each: Notice): void => snackbar.send({ type: 'snackbar.show', notice: each });
    const shown = (): string | null =>
      snackbar.getSnapshot().hasTag('open') ? (snackbar.getSnapshot().context.notice?.message ?? null) : null;
    return { clock, snackbar, show, shown };
  }

  test('a message stands 2000 ms and takes 500 ms to go; the next one comes then', () => {
    const { clock, show, shown } = start();
    show(notice('one'));
    show(notice('two', { timeout: 4_000 }));
    clock.increment(1_999);
    expect(shown()).toBe('one');
    clock.increment(1);
    expect(shown()).toBeNull();
    clock.increment(499);
    expect(shown()).toBeNull();
    clock.increment(1);
    expect(shown()).toBe('two');
    clock.increment(3_999);
    expect(shown()).toBe('two');
    clock.increment(1);
    expect(shown()).toBeNull();
  });

  test('a message without timeout stands for hours, until it is dismissed', () => {
    const { clock, snackbar, show, shown } = start();
    show(notice('lasting', { timeout: null }));
    clock.increment(3_600_000);
    expect(shown()).toBe('lasting');
    snackbar.send({ type: 'snackbar.dismiss' });
    clock.increment(500);
    expect(snackbar.getSnapshot().matches('hidden')).toBe(true);
  });

  test('a message without timeout makes room for the next one, so that it hides nothing (MSG-4)', () => {
    const { clock, show, shown } = start();
    show(notice('lasting', { timeout: null }));
    clock.increment(10_000);
    show(notice('next'));
    clock.increment(500);
    expect(shown()).toBe('next');
  });

  test('a failure that gave way comes back until it is dismissed, also after another failure (MSG-4)', () => {
    const { clock, snackbar, show, shown } = start();
    const failure = (message: string): Notice => notice(message, { variant: 'error', timeout: null });
    show(failure('Crest is not saved'));
    show(notice('Gully is saved', { ...undo, variant: 'success' }));
    clock.increment(500);
    expect(shown()).toBe('Gully is saved');
    clock.increment(7_999);
    expect(shown(), 'an offer stands its time').toBe('Gully is saved');
    clock.increment(1);
    clock.increment(500);
    expect(shown()).toBe('Crest is not saved');
    show(failure('Marsh is not saved'));
    clock.increment(3_600_000);
    expect(shown()).toBe('Marsh is not saved');
    snackbar.send({ type: 'snackbar.dismiss' });
    clock.increment(500);
    expect(shown()).toBe('Crest is not saved');
    snackbar.send({ type: 'snackbar.dismiss' });
    clock.increment(500);
    expect(snackbar.getSnapshot().matches('hidden')).toBe(true);
  });

  test('a failure that lost its point does not come back', () => {
    const { clock, snackbar, show, shown } = start();
    show(notice('Crest is not saved', { variant: 'error', timeout: null, key: 'unsaved.7' }));
    show(notice('Gully is saved', { variant: 'success' }));
    clock.increment(500);
    snackbar.send({ type: 'snackbar.retract', key: 'unsaved.7' });
    clock.increment(2_000);
    clock.increment(500);
    expect(shown()).toBeNull();
  });

  test('the very same message is told once at a time: eight failed loads are one message (MSG-3)', () => {
    const { clock, snackbar, show, shown } = start();
    for (let each = 0; each < 8; each++) show(notice('An error occurred', { variant: 'error' }));
    expect(shown()).toBe('An error occurred');
    clock.increment(2_000);
    show(notice('An error occurred', { variant: 'error' }));
    clock.increment(500);
    expect(shown(), 'what is on its way out may be said again').toBe('An error occurred');
    clock.increment(2_000);
    clock.increment(500);
    expect(snackbar.getSnapshot().matches('hidden')).toBe(true);
  });

  test('a message that lost its point goes, whether it stands or waits', () => {
    const { clock, snackbar, show, shown } = start();
    show(notice('expired', { timeout: null, key: 'expired' }));
    snackbar.send({ type: 'snackbar.retract', key: 'expired' });
    expect(shown()).toBeNull();
    clock.increment(500);
    show(notice('one'));
    show(notice('expired', { timeout: null, key: 'expired' }));
    snackbar.send({ type: 'snackbar.retract', key: 'expired' });
    clock.increment(2_000);
    clock.increment(500);
    expect(shown()).toBeNull();
  });

  test('a failure that waits is not dropped for another, nor for an offer to undo', () => {
    const { clock, snackbar, show, shown } = start();
    const failure = (message: string): Notice =>
      notice(message, { variant: 'error', timeout: null, act: { label: 'Open', to: 'dialogs', event: { type: 'open' } } });
    show(notice('one'));
    show(failure('Crest is not saved'));
    show(failure('Ridge is not saved'));
    show(notice('renamed', { ...undo, variant: 'success' }));
    const seen = ['Crest is not saved', 'Ridge is not saved', 'renamed'].map(() => {
      if (!snackbar.getSnapshot().matches('leaving')) snackbar.send({ type: 'snackbar.dismiss' });
      clock.increment(500);
      return snackbar.getSnapshot().context.notice?.message;
    });
    expect(seen).toEqual(['Crest is not saved', 'Ridge is not saved', 'renamed']);
    expect(shown()).toBe('renamed');
  });

  test('what offers something stands 8 s, and as long as it has the focus (MSG-5, CHG-19)', () => {
    const { clock, snackbar, show, shown } = start();
    show(notice('renamed', undo));
    clock.increment(7_999);
    expect(shown()).toBe('renamed');
    snackbar.send({ type: 'snackbar.focused' });
    clock.increment(60_000);
    expect(shown()).toBe('renamed');
    snackbar.send({ type: 'snackbar.blurred' });
    clock.increment(7_999);
    expect(shown()).toBe('renamed');
    clock.increment(1);
    expect(shown()).toBeNull();
  });

  test('it gives way to what is told after it, but not under the hand of who is about to press it', () => {
    const { clock, snackbar, show, shown } = start();
    show(notice('renamed', undo));
    snackbar.send({ type: 'snackbar.focused' });
    show(notice('failed', { variant: 'error' }));
    clock.increment(10_000);
    expect(shown()).toBe('renamed');
    snackbar.send({ type: 'snackbar.blurred' });
    clock.increment(500);
    expect(shown()).toBe('failed');
  });

  test('of several offers only the newest waits, and the same words are told again: they offer something else', () => {
    const { clock, show, shown } = start();
    show(notice('first', { timeout: 1_000 }));
    show(notice('Crest is off', undo));
    show(notice('Gully is off', undo));
    clock.increment(1_000);
    clock.increment(500);
    expect(shown()).toBe('Gully is off');
    show(notice('Gully is off', { ...undo, act: undoAct({ epoch: 'one', revision: 43 }) }));
    clock.increment(500);
    expect(shown()).toBe('Gully is off');
    clock.increment(8_000);
    expect(shown()).toBeNull();
  });

  test('taking it up asks for the undo, once; where the system was left nothing happens', () => {
    const heard: EventObject[] = [];
    const clock = new SimulatedClock();
    const app = createActor(
      createMachine({
        invoke: [
          { id: 'snackbar', src: snackbarMachine },
          {
            systemId: 'operations',
            src: createMachine({ on: { '*': { actions: ({ event }) => heard.push(event) } } }),
          },
        ],
      }),
      { clock },
    ).start();
    const snackbar = app.getSnapshot().children['snackbar']!;
    snackbar.send({ type: 'snackbar.show', notice: notice('renamed', undo) });
    snackbar.send({ type: 'snackbar.act' });
    snackbar.send({ type: 'snackbar.act' });
    expect(heard).toEqual([{ type: 'operations.undo', revision: 41, epoch: 'one' }]);
    const alone = createActor(snackbarMachine).start();
    alone.send({ type: 'snackbar.show', notice: notice('renamed', undo) });
    alone.send({ type: 'snackbar.act' });
    expect(alone.getSnapshot().matches('leaving')).toBe(true);
    expect(heard).toHaveLength(1);
  });
});

describe('banner (MSG-6)', () => {
  test('a new one closes the one that is open and is shown after it', () => {
    const clock = new SimulatedClock();
    const banner = createActor(bannerMachine, { clock }).start();
    const shown = (): string | undefined =>
      banner.getSnapshot().matches('open') ? banner.getSnapshot().context.banner?.message : undefined;
    banner.send({ type: 'banner.show', banner: { message: 'one', variant: 'info' } });
    expect(shown()).toBe('one');
    clock.increment(60_000);
    expect(shown()).toBe('one');
    banner.send({ type: 'banner.show', banner: { message: 'two', variant: 'error' } });
    banner.send({ type: 'banner.show', banner: { message: 'three', variant: 'error' } });
    expect(shown()).toBeUndefined();
    clock.increment(150);
    expect(shown()).toBe('two');
    clock.increment(60_000);
    expect(shown()).toBe('two');
    banner.send({ type: 'banner.dismiss' });
    clock.increment(150);
    expect(shown()).toBe('three');
  });
});
