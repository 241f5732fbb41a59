import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type AskedItem, askedItemSchema, reversed } from '#model/changes/asked-item.ts';
import type { ChangeItem } from '#model/changes/change.ts';
import { changeKindNames, changeKinds, isFinal } from '#model/changes/change-kinds.ts';
import { type SessionRecord, startSession, take } from '#model/journal/session.ts';
import { nextStep, seenToRedo, seenToUndo, undoLimit } from '#model/journal/undo.ts';
import { allFactSamples, asOf } from '../../support/fact-samples.ts';
import { fitting } from '../../support/contract-arbitraries.ts';
import { changeOf, entriesInterleaved, fleetLoaded } from '../../support/journal-arbitraries.ts';

const start = take(startSession(), { type: 'happened', fact: fleetLoaded }, 0);
const recolour = (color: string): AskedItem & { after: object } => ({ kind: 'receiver.recoloured', id: 1, after: { color } });
const propose = (session: SessionRecord, opId: string): SessionRecord =>
  take(session, { type: 'proposed', opId, fact: { type: 'change.asked', items: [] } }, 0);

/** Receives a change from the host; `opId` marks it as one that this page proposed. */
function tell(
  session: SessionRecord,
  revision: number,
  { opId, undoes = null }: { opId?: string; undoes?: number | null } = {},
): SessionRecord {
  return take(session, { type: 'happened', fact: changeOf(recolour('#ff0000'), revision, undoes), opId }, 0);
}

const own = (session: SessionRecord, revision: number, undoes: number | null = null): SessionRecord =>
  tell(propose(session, `op-${revision}`), revision, { opId: `op-${revision}`, undoes });

const revisions = ({ history: { past, future } }: SessionRecord) =>
  [past, future].map((steps) => steps.map(({ revision }) => revision));

describe('undo (CHG-18)', () => {
  test('is of the last own change; its own revision is then what can be redone, and that of the redo what can be undone', () => {
    const both = own(own(start, 11), 12);
    expect(nextStep(both.history, 'undo')?.revision).toBe(12);
    expect(nextStep(both.history, 'undo', [12])?.revision).toBe(11);
    expect(nextStep(both.history, 'redo')).toBeUndefined();
    const undone = own(both, 13, 12);
    expect(revisions(undone)).toEqual([[11], [13]]);
    expect(revisions(own(undone, 14, 13))).toEqual([[11, 14], []]);
  });

  test('is not lost when a reload came first, nor when the page gave the operation up before its change was told', () => {
    const reloaded = take(
      propose(start, 'a'),
      { type: 'happened', fact: { ...fleetLoaded, asOf: { ...asOf, revision: 11 } } },
      0,
    );
    expect(revisions(tell(reloaded, 11, { opId: 'a' }))).toEqual([[11], []]);
    const givenUp = take(propose(start, 'a'), { type: 'rejected', opId: 'a' }, 0);
    expect(revisions(tell(givenUp, 11, { opId: 'a' }))).toEqual([[11], []]);
  });

  test('is of nothing that nobody takes back, such as an invitation (ACC-31)', () => {
    const fact = changeOf({ kind: 'invitation.renewed', id: 1, after: { expiresAt: 2 } }, 11, null);
    expect(revisions(take(propose(start, 'a'), { type: 'happened', fact, opId: 'a' }, 0))).toEqual([[], []]);
  });

  test('is of the last change, also when the answer to an earlier one comes after it', () => {
    const both = propose(propose(start, 'a'), 'b');
    const late = tell(tell(both, 12, { opId: 'b' }), 11, { opId: 'a' });
    expect(nextStep(late.history, 'undo')?.revision).toBe(12);
    const undone = own(tell(both, 12, { opId: 'b' }), 13, 12);
    expect(revisions(tell(undone, 11, { opId: 'a' }))).toEqual([[11], [13]]);
  });

  test('is told once however often the change is', () => {
    expect(revisions(tell(own(start, 11), 11, { opId: 'op-11' }))).toEqual([[11], []]);
  });

  test('of a change that was taken back elsewhere is no longer there, and can be redone here', () => {
    expect(revisions(tell(own(start, 11), 12, { opId: 'of-another-page', undoes: 11 }))).toEqual([[], [12]]);
  });

  test("what others did, this person's other pages among them, is not there", () => {
    expect(revisions(tell(start, 11))).toEqual([[], []]);
    expect(revisions(tell(start, 11, { opId: 'of-another-page' }))).toEqual([[], []]);
    expect(revisions(tell(own(start, 11), 12, { undoes: 9 }))).toEqual([[11], []]);
  });

  test('a new own change ends what could be redone; a refused one, one that changed nothing and a remote one do not', () => {
    const undone = own(own(start, 11), 12, 11);
    const refused = take(propose(undone, 'a'), { type: 'rejected', opId: 'a' }, 0);
    const settled = take(propose(refused, 'b'), { type: 'settled', opId: 'b' }, 0);
    expect(revisions(tell(settled, 13))).toEqual([[], [12]]);
    expect(revisions(own(settled, 13))).toEqual([[13], []]);
  });

  test('begins again with an epoch, and an operation that is asked for again is still own', () => {
    const restored = take(
      propose(own(start, 11), 'a'),
      { type: 'happened', fact: { type: 'epoch.began', epoch: 'restored' } },
      0,
    );
    expect(revisions(restored)).toEqual([[], []]);
    expect(revisions(tell(restored, 3, { opId: 'a' }))).toEqual([[3], []]);
  });

  test('keeps the last hundred changes', () => {
    let session = start;
    for (let index = 1; index <= undoLimit + 20; index += 1) session = own(session, index);
    expect(session.history.past).toHaveLength(undoLimit);
    expect(session.history.past[0]?.revision).toBe(21);
  });

  test('nothing but own changes is ever there', () => {
    fc.assert(
      fc.property(entriesInterleaved(), (entries) => {
        const session = entries.reduce((sofar, entry) => take(sofar, entry, 0), start);
        const changes = entries.flatMap((entry) =>
          entry.type === 'happened' && entry.opId !== undefined && entry.fact.type === 'change.made' ? [entry.fact.revision] : [],
        );
        expect(session.history.past.every(({ revision }) => changes.includes(revision))).toBe(true);
      }),
    );
    const facts = allFactSamples.reduce((sofar, fact) => take(sofar, { type: 'happened', fact }, 0), start);
    expect(revisions(facts)).toEqual([[], []]);
  });
});

describe('what takes a change back (CHG-17)', () => {
  test('is the values of before, last first, what came going and what went coming back', () => {
    const site = { alias: 'River', color: '#445566', pointStyle: 'circle' };
    expect(
      reversed([
        { kind: 'receiver.renamed', id: 1, name: 'North', before: { alias: 'North' }, after: { alias: 'Ridge' } },
        { kind: 'site.created', id: 2, name: 'River', before: null, after: site },
        { kind: 'site.deleted', id: 3, name: 'River', before: site, after: null },
        { kind: 'system.switchedOff', id: 1, name: 'Demo', before: { offline: false }, after: { offline: true } },
      ]),
    ).toEqual([
      { kind: 'system.switchedOn', id: 1, after: { offline: false } },
      { kind: 'site.created', id: 3, after: site },
      { kind: 'site.deleted', id: 2, after: null },
      { kind: 'receiver.renamed', id: 1, after: { alias: 'North' } },
    ]);
  });

  const comings = changeKindNames.filter((kind) => changeKinds[kind].sort !== 'edited' && !isFinal({ kind }));
  test.each(comings)('of %s is one that can be shown at once, of the same thing; what takes that back is the first', (kind) => {
    const { entity, held, sort } = changeKinds[kind];
    const [fields] = fc.sample(fitting(held), 1);
    const [before, after] = sort === 'created' ? [null, fields] : [fields, null];
    const [undo] = reversed([{ kind, id: 1, name: 'Creek', before, after } as ChangeItem]);
    expect(v.safeParse(askedItemSchema, undo).issues).toBeUndefined();
    expect(changeKinds[undo!.kind]).toMatchObject({ entity, sort: sort === 'created' ? 'deleted' : 'created' });
    expect(reversed([{ ...undo, name: 'Creek', before: after } as ChangeItem])).toEqual([{ kind, id: 1, after }]);
  });
});

describe('what was seen (ALM-25)', () => {
  type Mark = { before: number | null; to: number; takenBack?: boolean; isOwn?: boolean; isKept?: boolean };
  /** Records marks that the host confirmed, by default as this page's own. */
  const after = (...marks: Mark[]): SessionRecord =>
    marks.reduce((session, { before, to, takenBack = false, isOwn = true, isKept = true }, at) => {
      const version = isKept ? at + 1 : null;
      const fact = { type: 'alarms.seen', lastSeenAlarmId: to, before, takenBack, version } as const;
      const opId = `seen-${at}`;
      const asked = isOwn ? take(session, { type: 'proposed', opId, fact: { ...fact, version: null } }, 0) : session;
      return take(asked, { type: 'happened', opId, fact }, 0);
    }, start);
  const undo = (from: number, to: number): Mark => ({ before: to, to: from, takenBack: true });
  const redo = (from: number, to: number): Mark => ({ before: from, to });

  test.each<[string, Mark[], number | null, ReturnType<typeof seenToUndo>, ReturnType<typeof seenToUndo>]>([
    ['nothing', [], 3, undefined, undefined],
    ['one mark', [redo(3, 5)], 5, { from: 3, to: 5 }, undefined],
    ['the later of two', [redo(3, 5), redo(5, 9)], 9, { from: 5, to: 9 }, undefined],
    ['the earlier one after it', [redo(3, 5), redo(5, 9), undo(5, 9)], 5, { from: 3, to: 5 }, { from: 5, to: 9 }],
    ['both undone', [redo(3, 5), redo(5, 9), undo(5, 9), undo(3, 5)], 3, undefined, { from: 3, to: 5 }],
    ['set again', [redo(3, 5), redo(5, 9), undo(5, 9), undo(3, 5), redo(3, 5)], 5, { from: 3, to: 5 }, { from: 5, to: 9 }],
    ['a further mark ends what could be set again', [redo(3, 5), undo(3, 5), redo(3, 9)], 9, { from: 3, to: 9 }, undefined],
    ['a mark of another page', [{ ...redo(3, 5), isOwn: false }], 5, undefined, undefined],
    ['another page saw more since', [redo(3, 5)], 9, undefined, undefined],
    ['nothing changed by it', [redo(5, 5)], 5, undefined, undefined],
    ['where the host keeps no mark', [{ before: null, to: 5, isKept: false }], 5, undefined, undefined],
    ['nor a second one', [{ before: 5, to: 9, isKept: false }], 9, undefined, undefined],
    ['undone twice', [redo(3, 5), undo(3, 5), undo(3, 5), redo(3, 5)], 5, { from: 3, to: 5 }, undefined],
  ])('%s', (_, marks, mark, undone, redone) => {
    const { history } = after(...marks);
    expect([seenToUndo(history, mark), seenToRedo(history, mark)]).toEqual([undone, redone]);
  });

  test('is no change, which Ctrl+Z would take back', () => {
    expect(nextStep(after(redo(3, 5)).history, 'undo')).toBeUndefined();
  });

  test('of the last ones alone', () => {
    const many = after(...Array.from({ length: undoLimit + 5 }, (_, at) => redo(at, at + 1)));
    expect(many.history.seen.past).toHaveLength(undoLimit);
  });
});
