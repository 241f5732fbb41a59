import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestFirst } from '../../../../host/entry/realtime/stored-parts.ts';
import { type Incoming, maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import { askForContacts, isCurrent, receive, stopAsking, untouchedStream, wantPast } from '#model/live/contact-stream.ts';
import { keptMs } from '#model/live/contact-window.ts';
import { awaitPast, gapsIn, heardWhole, missing, reached, refilled, untouchedReception } from '#model/live/reception.ts';

const now = Date.UTC(2026, 4, 1, 12);
const heard = (...agoMs: number[]): Contact[] =>
  agoMs.map((ago, code) => ({ rxId: 1, ant: 1, freq: 150, code, type: 8, power: -80, ts: now - ago }));

/** Each part: when its contacts were heard, and since when it is complete, both in ms before now. */
type Told = [heard: number[], since: number | undefined];
const told = (contacts: readonly Contact[]) =>
  newestFirst(contacts, now).map(({ contacts: part, since }): Told => [
    part.map(({ ts }) => now - ts),
    since === undefined ? undefined : now - since,
  ]);

describe('what fills a gap is sent the newest first (LIVE-35)', () => {
  it.each<[what: string, agoMs: number[], parts: Told[]]>([
    ['nothing of nothing', [], []],
    ['what is shown by default in one part', [35_000, 34_000, 0], [[[35_000, 34_000, 0], undefined]]],
    [
      'each further part reaches twice as far back, and is whole up to what is still to come',
      [300_000, 140_001, 140_000, 70_001, 70_000, 35_001, 35_000, 1_000],
      [
        [[35_000, 1_000], 35_000],
        [[70_000, 35_001], 70_000],
        [[140_000, 70_001], 140_000],
        [[140_001], 299_999],
        [[300_000], undefined],
      ],
    ],
    ['of what is hardly heard all there is', [250_000, 200_000], [[[250_000, 200_000], undefined]]],
    [
      'of what fell silent all that was since',
      [200_000, 1_000],
      [
        [[1_000], 199_999],
        [[200_000], undefined],
      ],
    ],
    ['what a receiver’s clock has ahead of time', [1_000, -90_000], [[[1_000, -90_000], undefined]]],
  ])('%s', (_, agoMs, parts) => expect(told(heard(...agoMs))).toEqual(parts));

  it('in no part more than a frame carries, and none of the same moment is taken for there before it is', () => {
    const parts = newestFirst(heard(...Array<number>(maxContactsPerFrame + 1).fill(1_000), 500), now);
    expect(parts.map(({ contacts, since }) => [contacts.length, since])).toEqual([
      [maxContactsPerFrame, now - 999],
      [2, undefined],
    ]);
  });

  it('each once, and with each part all since the time that it names, whenever they were heard', () => {
    const ago = fc.oneof(fc.integer({ min: -60_000, max: 310_000 }), fc.integer({ min: 34_990, max: 35_010 }));
    fc.assert(
      fc.property(fc.array(ago, { maxLength: 60 }), (agoMs) => {
        const contacts = heard(...agoMs.toSorted((one, other) => other - one));
        const parts = newestFirst(contacts, now);
        expect(parts.toReversed().flatMap((part) => part.contacts)).toEqual(contacts);
        const sent = new Set<Contact>();
        for (const [at, part] of parts.entries()) {
          for (const contact of part.contacts) sent.add(contact);
          const { since } = part;
          expect(since === undefined, 'the last one alone says nothing: the end does').toBe(at === parts.length - 1);
          if (since !== undefined)
            expect(contacts.filter(({ ts }) => ts >= since).every((contact) => sent.has(contact))).toBe(true);
        }
      }),
    );
  });
});

/** A console that handles the host's messages as its contact feed does. */
function listener() {
  const beat: Incoming = { type: 'heartbeat', payload: { mitasId: 'demo', ts: now } };
  let stream = wantPast(receive(untouchedStream, beat).stream, false);
  let reception = awaitPast(untouchedReception);
  let clock = now;
  const heardOf = new Set<Contact>();
  const note = () => (reception = isCurrent(stream) ? heardWhole(reception, clock) : missing(reception));
  return {
    /** Requests contacts at a time, in ms. */
    ask(at: number) {
      clock = at;
      const asked = askForContacts(stream);
      stream = asked.stream;
      return stream.ask;
    },
    hear(message: Incoming) {
      const got = receive(stream, message);
      stream = got.stream;
      for (const contact of got.fresh) heardOf.add(contact);
      if (got.refill) reception = refilled(reception, got.refill.since, got.refill.complete, got.refill.hasNewest);
      if (got.reached !== null) reception = reached(reception, got.reached);
      note();
    },
    lose() {
      stream = stopAsking(stream);
      reception = missing(reception);
    },
    /** Returns whether the console considers a moment complete. */
    takesForWhole: (ts: number) => gapsIn(reception.gaps, { from: ts, to: ts + 1 }).length === 0,
    heardOf,
  };
}

/** What happens to an answer: the fate of its frames, and the most contacts and frames it sends. */
type Course = { fates: string[]; most: number; frames: number; hasLive: boolean };

describe('a console that hears the parts of an answer (LIVE-35)', () => {
  const ago = fc.integer({ min: 0, max: keptMs });
  const fate = fc.constantFrom('comes', 'comes', 'comes', 'is lost', 'comes twice', 'comes late', 'is dropped', 'line is cut');
  const courses = (fates: fc.Arbitrary<string>) =>
    fc.array(
      fc.record({
        fates: fc.array(fates, { maxLength: 6 }),
        most: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 40 })),
        frames: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 4 })),
        hasLive: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    );

  /**
   * Sends one request for each course; `onEnd` receives the time since which the parts claimed to be
   * complete.
   */
  function walk(agoMs: number[], asked: Course[], onEnd: (on: ReturnType<typeof listener>, toldSince: number) => void) {
    const contacts = heard(...agoMs.toSorted((one, other) => other - one));
    const on = listener();
    const check = () => {
      for (const contact of contacts) if (on.takesForWhole(contact.ts)) expect(on.heardOf).toContain(contact);
    };
    let head = 7;
    for (const [at, { fates, most, frames, hasLive }] of asked.entries()) {
      const clock = now + (at + 1) * 1_000;
      const ask = on.ask(clock);
      const replay = `answer ${ask}`;
      const stored = contacts.slice(-most || contacts.length);
      const live = heard(now - clock + 500, now - clock + 500);
      const next = head + 1;
      head += live.length;
      contacts.push(...live);
      on.hear({ type: 'subscribed', payload: { topic: 'receivers', ask, epoch: 'one', next, head, resumed: false } });
      const parts = newestFirst(stored, clock).slice(0, frames);
      let from = 1;
      let toldSince = Infinity;
      let late: Incoming | undefined;
      let isCut = false;
      for (const [part, { contacts: payload, since }] of parts.entries()) {
        const frame: Incoming = { type: 'contact', stored: { replay, from, since }, payload: [...payload] };
        from += payload.length;
        const became = fates[part] ?? 'comes';
        if (became === 'line is cut') isCut = true;
        if (isCut) break;
        if (became === 'is dropped') on.hear({ type: 'dropped', payload: { epoch: 'one', from: next, next: head + 1 } });
        if (['comes', 'comes twice', 'is dropped'].includes(became)) on.hear(frame);
        if (became === 'comes twice') on.hear(frame);
        if (late !== undefined) on.hear(late);
        late = became === 'comes late' ? frame : undefined;
        toldSince = since ?? toldSince;
        check();
      }
      if (!isCut) {
        const complete = stored.length === contacts.length - live.length && frames >= newestFirst(stored, clock).length;
        on.hear({ type: 'gapFilled', payload: { ask, replay, since: now - keptMs, contacts: from - 1, complete } });
        check();
      }
      if (hasLive) on.hear({ type: 'contact', at: { epoch: 'one', from: next }, payload: live });
      check();
      if (isCut) on.lose();
      else onEnd(on, toldSince);
      check();
    }
  }

  it('takes all for whole that the parts told of, once an answer is cut short and live ones came (LIVE-36)', () => {
    fc.assert(
      fc.property(fc.array(ago, { minLength: 1, maxLength: 40 }), courses(fc.constant('comes')), (agoMs, [first]) => {
        walk(agoMs, [{ ...first!, hasLive: true }], (on, toldSince) => {
          for (const ms of agoMs) if (now - ms >= toldSince) expect(on.takesForWhole(now - ms)).toBe(true);
        });
      }),
    );
  });

  it('takes no moment for whole of which a contact is not here, whatever is lost, late, twice, dropped, short or cut', () => {
    let whole = 0;
    fc.assert(
      fc.property(fc.array(ago, { minLength: 1, maxLength: 40 }), courses(fate), (agoMs, asked) => {
        walk(agoMs, asked, (on) => {
          if (agoMs.every((ms) => on.takesForWhole(now - ms))) whole++;
        });
      }),
      { numRuns: 500 },
    );
    expect(whole, 'many are whole in the end').toBeGreaterThan(50);
  });
});
