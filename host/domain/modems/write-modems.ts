import { modemNumbers, modemTexts } from '#model/entities/modem.ts';
import type { Db } from '../../platform/store/database.ts';
import { addFirstOfEach, asReal, type ReportOutcome } from '../../platform/store/fleet/first-of-each.ts';
import { addModemReadings, type ModemReport, wordsOf } from '../../platform/store/fleet/modem-readings.ts';
import { heldModems, type KnownModem, writeKnownModems } from '../../platform/store/fleet/modems.ts';
import { eachNumber } from '../../platform/store/schema-modems.ts';

/** Why a report is refused if the modem has another one for that time (REG-28). */
export const otherReadingOfThatTime = 'a report of this modem for this time already exists';

/** Why a report is refused if its modem was removed. */
export const goneModem = 'unknown modem: it was removed';

/**
 * Stores reports of modems from any source (REG-28), in the caller's transaction: in the history, and the
 * newest values as the modem's present ones. Returns a result for each, in order.
 */
export async function writeModemReports(within: Db, systemId: string, reports: readonly ModemReport[]): Promise<ReportOutcome[]> {
  if (reports.length === 0) return [];
  const modemIds = [...new Set(reports.map(({ modemId }) => modemId))];
  const siteIds = [...new Set(reports.flatMap(({ site }) => site?.id ?? []))];
  const held = await heldModems(within, systemId, { modemIds, siteIds });
  const known = new Map(held.modems.map((modem) => [modem.id, modem]));
  const { outcomes, added } = await addFirstOfEach(reports, {
    key: ({ modemId, ts }) => `${modemId} ${ts}`,
    say: (report) => JSON.stringify([asStored(report), wordsOf(report)]),
    add: (firsts) =>
      addModemReadings(
        within,
        systemId,
        firsts.map((report) => ({ ...report, ...asStored(report) })),
        new Set(known.keys()),
      ),
  });
  const after = [...Map.groupBy(added, ({ modemId }) => modemId)].flatMap(([id, said]) => {
    const before = known.get(id);
    return before === undefined ? [] : [said.reduce((modem, report) => knownAfter(modem, report, held.sites), before)];
  });
  await writeKnownModems(within, systemId, after);
  return outcomes;
}

/** Returns a modem's present values after another report: the newest report of each value counts. */
export function knownAfter(modem: KnownModem, report: ModemReport, sites: ReadonlySet<number>): KnownModem {
  const { ts, site } = report;
  const facts: Record<string, [string | number, number]> = { ...modem.facts };
  const say = (name: string, value: string | number | null | undefined) => {
    if (value !== null && value !== undefined && ts >= (facts[name]?.[1] ?? -Infinity)) facts[name] = [value, ts];
  };
  for (const name of modemTexts) say(name, report.texts[name]);
  for (const name of modemNumbers) say(name, report[name]);
  const isMoved = site !== null && sites.has(site.id) && ts >= (modem.placedAt ?? -Infinity);
  return {
    id: modem.id,
    facts: facts as KnownModem['facts'],
    lastContacted: Math.max(ts, modem.lastContacted ?? ts),
    ...(isMoved ? { siteId: site.id, placedAt: ts } : { siteId: modem.siteId, placedAt: modem.placedAt }),
  };
}

function asStored(report: ModemReport) {
  return eachNumber((name) => asReal(report[name]));
}
