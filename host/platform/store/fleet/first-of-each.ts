/**
 * The result for a report: it was added; it equals a stored report (duplicate); it differs from a stored
 * report with the same key; or its receiver or modem is gone.
 */
export type ReportOutcome = 'added' | 'duplicate' | 'differs' | 'gone';

/**
 * Adds reports, at most one for each `key`. Returns each report's result, in the same order, and the added
 * reports. Of reports in one batch with the same key, the first counts; a later one is a duplicate if its
 * content (`say`) is equal, and otherwise differs.
 */
export async function addFirstOfEach<Report>(
  reports: readonly Report[],
  { key, say, add }: { key: (report: Report) => string; say: (report: Report) => string; add: Adding<Report> },
): Promise<{ outcomes: ReportOutcome[]; added: Report[] }> {
  const places = new Map<string, number>();
  const outcomes: ReportOutcome[] = [];
  for (const [place, report] of reports.entries()) {
    const before = places.get(key(report));
    if (before === undefined) places.set(key(report), place);
    else outcomes[place] = say(reports[before] as Report) === say(report) ? 'duplicate' : 'differs';
  }
  const first = [...places.values()];
  const added: Report[] = [];
  for (const [at, outcome] of (await add(first.map((place) => reports[place] as Report))).entries()) {
    const place = first[at] as number;
    outcomes[place] = outcome;
    if (outcome === 'added') added.push(reports[place] as Report);
  }
  return { outcomes, added };
}

type Adding<Report> = (firsts: readonly Report[]) => Promise<ReportOutcome[]>;

/**
 * Rounds a number as the database stores it. A number too close to 0 becomes 0, where the database would
 * raise an error.
 */
export function asReal(value: number | null): number | null {
  return value === null ? null : Math.fround(value);
}
