import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { badRecordingText, openRecording } from '#model/journal/open-recording.ts';
import { saveRecording } from '#model/journal/recording.ts';
import { sessionFormat } from '#model/journal/session.ts';
import { type Parts, realParts } from '../../support/order-of-changes/console.ts';
import { mutants } from '../../support/order-of-changes/mutants.ts';
import { type Happening, happenings, occurrences } from '../../support/order-of-changes/happenings.ts';
import { Interleaving } from '../../support/order-of-changes/interleaving.ts';
import { runs, variants } from '../../support/thorough.ts';

const mostRuns = 2_000;
/** The least share of a hundred runs that must see each event; with few runs, chance may leave fewer. */
const least = variants(3, 1);

/** A fixed seed: a mutant that few runs detect is detected by every run of the tests, or by none. */
const mutantSeed = 20_261;

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom(...happenings),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
});
const interleaved = fc.array(happening, { maxLength: 80, size: 'max' });

/** Runs the events, restores the line, and compares what the console shows with the host. */
function play(happened: readonly Happening[], parts: Parts): Interleaving {
  const run = new Interleaving(parts);
  run.run(happened);
  run.settle();
  const { host, console: page } = run;
  const { fleet, host: settings } = page.shown;
  const { asOf, receivers, sites } = host.loadFleet();
  const byId = <Row extends { id: number }>(rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
  expect(fleet.receivers).toEqual(byId(receivers));
  expect(fleet.sites).toEqual(byId(sites));
  expect(settings.config?.commonName).toBe(host.state.commonName);
  expect(fleet.order).toEqual({ ...asOf, ahead: [] });
  expect(page.sequence).toMatchObject({ ...asOf, held: [], settling: [] });
  expect([...page.open.keys()]).toEqual([]);
  expect(page.journal.head.pending).toEqual([]);
  return run;
}

describe('changes, however they reach a console (CHG-12, JRN-2)', () => {
  test('end as the host did them, one after the other, and nothing own is ever taken back on the way', () => {
    const seen = new Map<string, number>();
    const seed = Math.trunc(Math.random() * 0x7fffffff);
    process.stdout.write(`order of changes: seed ${seed}\n`);
    fc.assert(
      fc.property(interleaved, (happened) => {
        for (const occurrence of play(happened, realParts).seen) seen.set(occurrence, (seen.get(occurrence) ?? 0) + 1);
      }),
      { numRuns: runs(mostRuns), seed },
    );
    const shares = occurrences.map((occurrence) => [occurrence, ((seen.get(occurrence) ?? 0) / runs(mostRuns)) * 100] as const);
    process.stdout.write(`${shares.map(([occurrence, share]) => `${occurrence} ${Math.round(share)} %`).join(', ')}\n`);
    expect(shares.filter(([, share]) => share < least)).toEqual([]);
  }, 60_000);

  test('are in a saved recording as they were shown', () => {
    fc.assert(
      fc.property(interleaved, (happened) => {
        const { journal } = play(happened, realParts).console;
        const opened = openRecording(saveRecording(journal), sessionFormat([]));
        if (!opened.ok) throw new Error(badRecordingText(opened.reason));
        expect(opened.value.journal.head).toEqual(journal.head);
      }),
      { numRuns: 40 },
    );
  });

  test.each(Object.entries(mutants))(
    'that are folded wrongly are noticed: %s',
    (_, mutant) => {
      const found = fc.check(
        fc.property(interleaved, (happened) => void play(happened, mutant)),
        { numRuns: mostRuns, endOnFailure: true, seed: mutantSeed },
      );
      expect(found.failed).toBe(true);
    },
    60_000,
  );
});
