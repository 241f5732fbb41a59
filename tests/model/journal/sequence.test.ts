import { describe, expect, test } from 'vitest';
import type { Change } from '#model/changes/change.ts';
import {
  type Sequence,
  type Taken,
  heldLimit,
  isBehind,
  startSequence,
  takeAnswer,
  takeChange,
  takeGone,
  takeHeard,
  takeLoad,
  takeReply,
  releasedLimit,
} from '#model/journal/sequence.ts';
import type { FactOf } from '#model/journal/facts.ts';
import { type SessionRecord, type SessionEntry, startSession, take } from '#model/journal/session.ts';
import { nextStep } from '#model/journal/undo.ts';
import { receiver, site } from '../../support/fleet-samples.ts';

const epoch = 'founded';
const by = { id: 7, name: 'Ada' };
const opIds = { red: 'operation-of-red', blue: 'operation-of-blue', name: 'operation-of-name' };

const renamed = (alias: string) => ({
  kind: 'receiver.renamed' as const,
  id: 1,
  name: 'It',
  before: { alias: 'North' },
  after: { alias },
});
const recoloured = (color: string) => ({
  kind: 'receiver.recoloured' as const,
  id: 1,
  name: 'It',
  before: { color: '#112233' },
  after: { color },
});

function change(revision: number, item: Change['items'] = [renamed(`of ${revision}`)], operation?: string): Change {
  const made: Change = { revision, at: 1, by, through: 'console', undoes: null, items: item };
  return operation === undefined ? made : { ...made, operation };
}

function fleet(revision: number, alias = 'North'): FactOf<'fleet.loaded'> {
  return { type: 'fleet.loaded', asOf: { epoch, revision }, receivers: [receiver({ alias })], sites: [site()] };
}

/** A console's sequence of changes and what the console records of it. */
class Page {
  sequence: Sequence = startSequence();
  session: SessionRecord = startSession();
  last: Taken | undefined;

  take(taken: Taken): this {
    this.sequence = taken.sequence;
    this.last = taken;
    return this.record(...taken.entries);
  }

  record(...entries: SessionEntry[]): this {
    this.session = entries.reduce((session, entry) => take(session, entry, 1), this.session);
    expect(this.session.refused.last).toBeNull();
    return this;
  }

  load(revision: number, alias?: string): this {
    const fact = fleet(revision, alias);
    return this.take(takeLoad(this.sequence, fact.asOf, [fact]));
  }

  tell(revision: number, items?: Change['items'], operation?: string): this {
    return this.take(takeChange(this.sequence, epoch, change(revision, items, operation)));
  }

  propose(opId: string, item: ReturnType<typeof renamed> | ReturnType<typeof recoloured>): this {
    const { kind, id, after } = item;
    return this.record({ type: 'proposed', opId, fact: { type: 'change.asked', items: [{ kind, id, after } as never] } });
  }

  reply(opId: string, revision: number, ...items: (ReturnType<typeof renamed> | ReturnType<typeof recoloured>)[]): this {
    return this.take(takeReply(this.sequence, { epoch, revision, items }, { opId, by, at: 1 }));
  }

  get receiver() {
    return this.session.journal.head.shown.fleet.receivers[1];
  }

  get pending(): string[] {
    return this.session.journal.head.pending.map(({ opId }) => opId);
  }

  /** Returns the revisions of the latest released changes, with own ones marked. */
  get out(): string[] {
    return (this.last?.entries ?? []).map((entry) => {
      if (entry.type !== 'happened') return entry.type;
      const revision = entry.fact.type === 'change.made' ? String(entry.fact.revision) : entry.fact.type;
      return entry.opId === undefined ? revision : `${revision} own`;
    });
  }
}

const page = (revision = 10): Page => new Page().load(revision);

describe('what used to go wrong', () => {
  test('a load asked before an edit and answered after it leaves the new name', () => {
    const edited = page().propose(opIds.name, renamed('Ridge')).reply(opIds.name, 11, renamed('Ridge'));
    expect(edited.load(10).receiver?.alias).toBe('Ridge');
  });

  test('two recolours that are answered in reverse leave the one that the host did last', () => {
    const asked = page().propose(opIds.red, recoloured('#ff0000')).propose(opIds.blue, recoloured('#0000ff'));
    const blueFirst = asked.reply(opIds.blue, 12, recoloured('#0000ff'));
    expect(blueFirst.receiver?.color).toBe('#0000ff');
    const both = blueFirst.reply(opIds.red, 11, recoloured('#ff0000'));
    expect(both.receiver?.color).toBe('#0000ff');
    expect(both.session.journal.head.confirmed.fleet.receivers[1]?.color).toBe('#0000ff');
    expect(both.pending).toEqual([]);
  });

  test('an edit whose reload came before its answer can be undone', () => {
    const reloaded = page().propose(opIds.name, renamed('Ridge')).load(11, 'Ridge');
    expect(nextStep(reloaded.session.history, 'undo')).toBeUndefined();
    const answered = reloaded.take(
      takeReply(reloaded.sequence, { epoch, revision: 11, items: [renamed('Ridge')] }, { opId: opIds.name, by, at: 1 }),
    );
    expect(nextStep(answered.session.history, 'undo')?.revision).toBe(11);
  });
});

describe('the sequence of changes (CHG-12)', () => {
  test('lets them out by revision, each once, and holds what comes too early', () => {
    const early = page().tell(13).tell(12);
    expect(early.out).toEqual([]);
    expect(isBehind(early.sequence)).toBe(true);
    expect(early.tell(11).out).toEqual(['11', '12', '13']);
    expect(isBehind(early.sequence)).toBe(false);
    expect(early.tell(12).out).toEqual([]);
  });

  test('holds what comes before the first load, and lets out what follows it', () => {
    const before = new Page().tell(11).tell(12);
    expect(before.out).toEqual([]);
    expect(isBehind(before.sequence)).toBe(false);
    expect(before.load(11).out).toEqual(['fleet.loaded', '12']);
  });

  test('confirms an own change once, whichever of echo and reply is first', () => {
    const echoed = page()
      .propose(opIds.name, renamed('Ridge'))
      .tell(11, [renamed('Ridge')], opIds.name);
    expect(echoed.out).toEqual(['11 own']);
    expect(echoed.pending).toEqual([]);
    expect(echoed.reply(opIds.name, 11, renamed('Ridge')).out).toEqual([]);
    const replied = page().propose(opIds.name, renamed('Ridge')).reply(opIds.name, 11, renamed('Ridge'));
    expect(replied.out).toEqual(['11 own']);
    expect(replied.tell(11, [renamed('Ridge')], opIds.name).out).toEqual([]);
  });

  test('an own change that waits for an earlier one keeps its operation when an echo without it follows', () => {
    const waiting = page().propose(opIds.name, renamed('Ridge')).reply(opIds.name, 12, renamed('Ridge')).tell(12, []);
    expect(waiting.pending).toEqual([opIds.name]);
    expect(waiting.tell(11).out).toEqual(['11', '12 own']);
  });

  test('an operation that changed nothing is settled when what was so already is known (CHG-4)', () => {
    const settled = page().propose(opIds.name, renamed('of 11')).reply(opIds.name, 11);
    expect(settled.pending).toEqual([opIds.name]);
    expect(isBehind(settled.sequence)).toBe(true);
    expect(settled.tell(11).out).toEqual(['11', 'settled']);
    expect(settled.receiver?.alias).toBe('of 11');
  });

  test('what was missed is known from a heartbeat, and an answer that holds it lets all out', () => {
    const behind = page().take(takeHeard(page().sequence, { epoch, revision: 13 }));
    expect(isBehind(behind.sequence)).toBe(true);
    const answer = { epoch, revision: 13, changes: [change(11), change(12), change(13)] };
    expect(behind.take(takeAnswer(behind.sequence, answer)).out).toEqual(['11', '12', '13']);
    expect(isBehind(behind.sequence)).toBe(false);
  });

  test('a load that is older takes it back, and what came since comes out again', () => {
    const back = page().tell(11).tell(12).load(11);
    expect(back.sequence.revision).toBe(11);
    expect(isBehind(back.sequence)).toBe(true);
    expect(back.receiver?.alias).toBe('of 12');
    expect(back.tell(12).out).toEqual(['12']);
  });

  test('a change too large to be told is passed, and asks for what has a revision again; later ones stay shown meanwhile (CHG-10)', () => {
    const passed = page().tell(11, null);
    expect(passed.last?.reload).toBe(true);
    const later = passed.propose(opIds.name, renamed('Ridge')).reply(opIds.name, 12, renamed('Ridge'));
    expect(later.last?.reload).toBe(false);
    expect(later.receiver?.alias).toBe('Ridge');
    expect(later.load(11, 'Imported').receiver?.alias).toBe('Ridge');
    expect(later.session.journal.head.confirmed.fleet.order).toEqual({ epoch, revision: 12, ahead: [] });
  });

  test('kinds that this version does not know advance it and change nothing (CHG-24)', () => {
    const newer = page().tell(11, [{ kind: 'animal.released', unknown: true }]);
    expect(newer.out).toEqual(['11']);
    expect(newer.session.journal.head.confirmed.fleet.order.revision).toBe(11);
  });

  test('changes that are not known any more ask for loads, and only these go on (CHG-7)', () => {
    const gone = page().take(takeHeard(page().sequence, { epoch, revision: 90 }));
    gone.take(takeGone(gone.sequence));
    expect(gone.last?.reload).toBe(true);
    expect(isBehind(gone.sequence)).toBe(false);
    expect(gone.load(90, 'Later').receiver?.alias).toBe('Later');
    expect(isBehind(gone.sequence)).toBe(false);
  });

  test('a new epoch is told, ends what the journal and undo held, and keeps what is asked for (CHG-8)', () => {
    const edited = page()
      .tell(11, [renamed('Ridge')], opIds.name)
      .propose(opIds.blue, recoloured('#0000ff'));
    const restored = edited.take(takeHeard(edited.sequence, { epoch: 'restored', revision: 5 }));
    expect(restored.last?.begun).toBe('epoch');
    expect(restored.receiver).toMatchObject({ alias: 'Ridge', color: '#0000ff' });
    expect(restored.pending).toEqual([opIds.blue]);
    expect(restored.session.history.past).toEqual([]);
    expect(restored.session.journal.tail.map(({ type }) => type)).toEqual(['happened']);
    const fact = { ...fleet(5, 'Restored'), asOf: { epoch: 'restored', revision: 5 } };
    restored.take(takeLoad(restored.sequence, fact.asOf, [fact]));
    expect(restored.last?.begun).toBe('none');
    expect(restored.receiver?.alias).toBe('Restored');
  });

  test('holds no more than its limits, and asks again for what it dropped', () => {
    const flooded = Array.from({ length: heldLimit + 50 }, (_, at) => change(100 + at)).reduce(
      (sequence, one) => takeChange(sequence, epoch, one).sequence,
      page().sequence,
    );
    expect(flooded.held).toHaveLength(heldLimit);
    const changes = Array.from({ length: 89 }, (_, at) => change(11 + at));
    const { sequence, entries } = takeAnswer(flooded, { epoch, revision: 99, changes });
    expect(entries).toHaveLength(heldLimit);
    expect(sequence.revision).toBe(10 + heldLimit);
    expect(isBehind(sequence)).toBe(true);
    const own = Array.from({ length: releasedLimit + 20 }, (_, at) => change(11 + at, [], `operation-number-${at}`)).reduce(
      (told, one) => takeChange(told, epoch, one).sequence,
      page().sequence,
    );
    expect(own.released).toHaveLength(releasedLimit);
  });
});
