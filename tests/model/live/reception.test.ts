import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeText } from '#model/time/time-text.ts';
import {
  awaitPast,
  gapsIn,
  isAwaited,
  isWholeSince,
  gapText,
  heardWhole,
  missing,
  notReceivedText,
  reached,
  type Reception,
  refilled,
  untouchedReception,
} from '#model/live/reception.ts';

const noon = Date.UTC(2026, 4, 1, 12);
/** Reception began so long ago that the time before it is out of view. */
const begun = heardWhole(untouchedReception, noon - 900_000);
const before = { from: 0, to: noon - 900_000, partial: false };
const heard = heardWhole({ ...begun, gaps: [] }, noon);

describe('what was not received (LIVE-10)', () => {
  it('is nothing before the first word: there is no time to name', () => {
    expect(missing(untouchedReception)).toBe(untouchedReception);
    expect(missing(untouchedReception).gaps).toEqual([]);
  });

  it('is all that was before the first word of a host that knows of none missing (LIVE-23)', () => {
    expect(begun).toEqual({ wholeAt: noon - 900_000, gaps: [before] });
    const later = heardWhole(missing(begun), noon);
    expect(later.gaps).toEqual([before]);
    const cut = missing(later);
    expect(cut.gaps).toEqual([before, { from: noon, to: null, partial: false }]);
  });

  it('is what lies before the answer from storage that came first, and what of that answer is not all (LIVE-25)', () => {
    const since = noon - 300_000;
    const whole = heardWhole(refilled(untouchedReception, since, true), noon);
    expect(whole).toEqual({ wholeAt: noon, gaps: [{ ...before, to: since }] });
    expect(heardWhole(refilled(untouchedReception, since, false), noon).gaps).toEqual([
      { ...before, to: since },
      { from: since, to: noon, partial: true },
    ]);
  });

  it('is less of that once the host has sent what it stored of it, and of a part says that it is one', () => {
    const cut = missing(begun);
    expect(heardWhole(refilled(cut, noon - 960_000, true), noon).gaps).toEqual([{ ...before, to: noon - 960_000 }]);
    expect(refilled(cut, noon - 960_000, false).gaps.slice(0, -1)).toEqual([
      { ...before, to: noon - 960_000 },
      { ...before, from: noon - 960_000, partial: true },
    ]);
    expect(refilled(cut, noon - 800_000, true).gaps[0]).toEqual(before);
  });

  it('begins with the last whole word, and is the same gap however often it is noticed', () => {
    const cut = missing(heard);
    expect(cut.gaps).toEqual([{ from: noon, to: null, partial: false }]);
    expect(missing(cut)).toBe(cut);
  });

  it('is gone once all of it has come', () => {
    expect(heardWhole(missing(heard), noon + 40_000)).toEqual({ wholeAt: noon + 40_000, gaps: [] });
    expect(heardWhole(refilled(missing(heard), noon - 60_000, true), noon + 40_000).gaps).toEqual([]);
  });

  it('stays where the host could not send all of it', () => {
    const short = refilled(missing(heard), noon - 60_000, false);
    expect(short.gaps).toEqual([{ from: noon, to: null, partial: true }]);
    const later = heardWhole(short, noon + 40_000);
    expect(later.gaps).toEqual([{ from: noon, to: noon + 40_000, partial: true }]);
    expect(heardWhole(missing(later), noon + 90_000).gaps).toEqual(later.gaps);
  });

  it('stays where it began before what the host sends again', () => {
    const back = refilled(missing(heard), noon + 100_000, true);
    expect(back.gaps).toEqual([
      { from: noon, to: noon + 100_000, partial: false },
      { from: noon + 100_000, to: null, partial: false },
    ]);
    expect(heardWhole(back, noon + 400_000).gaps).toEqual([{ from: noon, to: noon + 100_000, partial: false }]);
  });

  it('keeps its list while words come, so that nothing is drawn again for them', () => {
    const kept = heardWhole(refilled(missing(heard), noon, false), noon + 1_000);
    expect(heardWhole(kept, noon + 2_000).gaps).toBe(kept.gaps);
  });

  it('is awaited, and not lost, while what was heard before the page comes for the first time (LIVE-34)', () => {
    const since = noon - 300_000;
    const opening = awaitPast(untouchedReception);
    expect(opening).toEqual({ wholeAt: null, gaps: [{ from: 0, to: null, partial: false, awaited: true }] });
    expect(missing(opening).gaps).toBe(opening.gaps);
    expect(heardWhole(refilled(opening, since, true), noon)).toEqual({ wholeAt: noon, gaps: [{ ...before, to: since }] });
    expect(heardWhole(opening, noon), 'a host that sends none of it').toEqual({ wholeAt: noon, gaps: [{ ...before, to: noon }] });
    const followed = heardWhole(awaitPast(begun), noon);
    expect(followed, 'what comes live is whole meanwhile').toEqual({ wholeAt: noon, gaps: [{ ...before, awaited: true }] });
    const [known] = refilled(followed, noon - 800_000, true).gaps;
    expect(known).toEqual(before);
    expect(known).not.toHaveProperty('awaited');
    expect(refilled(followed, noon - 960_000, true).gaps).toEqual([{ ...before, to: noon - 960_000 }]);
    expect(refilled(followed, noon - 960_000, false).gaps).toHaveLength(2);
    const cut = refilled(missing(followed), noon - 960_000, true);
    expect(cut.gaps).toEqual([
      { ...before, to: noon - 960_000 },
      { from: noon, to: null, partial: false },
    ]);
  });

  it('is whole since the time that the answer has reached, and awaited before that, until it ends (LIVE-35)', () => {
    const [since, middle, start] = [noon - 35_000, noon - 70_000, noon - 300_000] as const;
    const rest = (to: number, ...others: object[]) => [{ ...before, to, awaited: true }, ...others];
    const opening = reached(awaitPast(untouchedReception), since);
    expect(opening.gaps, 'live ones are still to come').toEqual(
      rest(since, { from: since, to: null, partial: false, awaited: true }),
    );
    expect(missing(opening)).toBe(opening);
    expect(heardWhole(refilled(opening, start, true), noon).gaps).toEqual([{ ...before, to: start }]);
    expect(reached(opening, middle).gaps[0]).toEqual({ ...before, to: middle, awaited: true });
    const shown = heardWhole(opening, noon);
    expect(shown).toEqual({ wholeAt: noon, gaps: rest(since) });
    expect(reached(shown, noon - 1_000).gaps, 'a part that comes again takes nothing back').toEqual(shown.gaps);
    const further = reached(shown, middle);
    expect(further.gaps).toEqual(rest(middle));
    expect(refilled(further, start, true).gaps, 'all of it').toEqual([{ ...before, to: start }]);
    expect(refilled(further, start, false).gaps, 'what is left of it will not come').toEqual([
      { ...before, to: start },
      { from: start, to: middle, partial: true },
    ]);
    const cut = missing(further);
    expect(cut.gaps, 'a line that is lost meanwhile').toEqual(rest(middle, { from: noon, to: null, partial: false }));
    expect(heardWhole(refilled(cut, start + 60_000, true), noon + 60_000).gaps).toEqual([{ ...before, to: start + 60_000 }]);
  });

  it('is in part only what an answer cut short had not reached, also while live ones are still to come (LIVE-36)', () => {
    const [since, start] = [noon - 35_000, noon - 300_000] as const;
    const short = refilled(reached(awaitPast(untouchedReception), since), start, false, true);
    const gaps = [
      { ...before, to: start },
      { from: start, to: since, partial: true },
    ];
    expect(short).toEqual({ wholeAt: null, gaps: [...gaps, { from: since, to: null, partial: false }] });
    expect(heardWhole(short, noon)).toEqual({ wholeAt: noon, gaps });
    const behind = missing(heardWhole(awaitPast(begun), noon));
    expect(refilled(behind, start, false, true).gaps.at(-1)).toEqual({ from: noon, to: null, partial: false });
    const lost = refilled(reached(awaitPast(untouchedReception), since), start, false, false);
    expect(lost.gaps.at(-1), 'a line lost since then costs of the newest too').toEqual({ from: since, to: null, partial: true });
    const never = refilled(awaitPast(untouchedReception), start, false, false);
    expect(never.gaps).toEqual([
      { ...before, to: start },
      { from: start, to: null, partial: true },
    ]);
  });

  it('is less of every gap of which all came, and none of which the rest never comes (LIVE-35)', () => {
    const since = noon + 10_000;
    const short = { from: noon - 60_000, to: noon - 50_000, partial: true };
    const lost = missing({ ...heard, gaps: [short] });
    const some = reached(lost, since);
    expect(some.gaps).toEqual([short, { from: noon, to: since, partial: false }, { from: since, to: null, partial: false }]);
    const followed = heardWhole(some, noon + 40_000);
    expect(followed.gaps).toEqual([short, { from: noon, to: since, partial: false }]);
    expect(reached(followed, noon + 5_000).gaps).toEqual([short, { from: noon, to: noon + 5_000, partial: false }]);
    expect(reached(followed, noon - 80_000).gaps).toEqual([short]);
    expect(refilled(followed, noon - 80_000, true).gaps).toEqual([short]);
    expect(refilled(followed, noon + 4_000, false).gaps).toEqual([
      short,
      { from: noon, to: noon + 4_000, partial: false },
      { from: noon + 4_000, to: since, partial: true },
    ]);
    expect(reached(missing(heard), noon - 1_000).gaps, 'what lies before is no part of it').toEqual(missing(heard).gaps);
  });

  it('never grows without bound, and at most one gap lasts, the last', () => {
    const step = fc.constantFrom<(at: Reception, now: number) => Reception>(
      heardWhole,
      missing,
      awaitPast,
      (at, now) => refilled(at, now - 30_000, false),
      (at, now) => refilled(at, now - 300_000, true),
      (at, now) => reached(at, now - 35_000),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        let at = untouchedReception;
        steps.forEach((next, index) => (at = next(at, noon + index * 1_000)));
        expect(at.gaps.length).toBeLessThanOrEqual(51);
        expect(at.gaps.slice(0, -1).every(({ to }) => to !== null)).toBe(true);
        expect(at.gaps.every(({ from, to }) => to === null || from <= to)).toBe(true);
      }),
    );
  });
});

describe('what is shown of it', () => {
  const gaps = [
    { from: noon - 90_000, to: noon - 60_000, partial: false },
    { from: noon - 50_000, to: noon - 20_000, partial: true },
    { from: noon - 8_000, to: null, partial: false },
  ];
  const range = { from: noon - 30_000, to: noon };

  it('is what lies in the shown range, an unfinished gap up to its end', () => {
    expect(gapsIn(gaps, range)).toEqual([
      { from: noon - 30_000, to: noon - 20_000, partial: true, lasts: false, before: null },
      { from: noon - 8_000, to: noon, partial: false, lasts: true, before: null },
    ]);
    expect(gapsIn(gaps, { from: noon - 100_000, to: noon - 95_000 })).toEqual([]);
    expect(isWholeSince(gaps, noon - 10_000), 'the last one lasts').toBe(false);
    expect(isWholeSince(gaps.slice(0, 2), noon - 20_000)).toBe(true);
    expect(isWholeSince(gaps.slice(0, 2), noon - 20_001)).toBe(false);
    expect(gapsIn(gaps, { from: noon - 20_000, to: noon - 8_000 })).toEqual([]);
  });

  it('is told in words, in the time of the system', () => {
    const times = new TimeText('America/Boise');
    expect(notReceivedText(gaps, range, times)).toBe('Not received: 05:59:30 to 05:59:40 in part, from 05:59:52 on (MDT)');
    expect(notReceivedText(gaps, { from: noon - 80_000, to: noon - 70_000 }, times)).toBe(
      'Not received: 05:58:40 to 05:58:50 (MDT)',
    );
    const since = { from: 0, to: noon - 25_000, partial: false };
    expect(notReceivedText([since, ...gaps.slice(2)], range, times)).toBe(
      'Not received: before 05:59:35, from 05:59:52 on (MDT)',
    );
    expect(notReceivedText([{ ...since, to: noon - 40_000 }], range, times)).toBe('');
    expect(notReceivedText([], range, times)).toBe('');
    // The view ends within the missed time; the text still names the end of that time (LIVE-23).
    expect(notReceivedText([since], { from: noon - 60_000, to: noon - 27_000 }, times)).toBe(
      'Not received: before 05:59:35 (MDT)',
    );
    expect([gapText({ partial: false }), gapText({ partial: true })]).toEqual(['not received', 'not all received']);
  });

  it('is said to be loading where it is awaited, which is no loss (LIVE-34)', () => {
    const times = new TimeText('America/Boise');
    const awaited = [{ from: 0, to: noon - 25_000, partial: false, awaited: true as const }, ...gaps.slice(2)];
    expect(notReceivedText(awaited, range, times)).toBe('Not received: from 05:59:52 on (MDT)');
    expect(gapText(awaited[0]!)).toBe('loading');
    expect(isAwaited(awaited, range)).toBe(true);
    expect(isAwaited(awaited, { from: noon - 25_000, to: noon })).toBe(false);
    expect(isAwaited(gaps, range)).toBe(false);
  });
});
