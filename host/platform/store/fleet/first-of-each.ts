/**
 * The result for a report: it was added; it equals a stored report (duplicate); it differs from a stored
 * report with the same key; or its receiver or modem is gone.
 */
export type ReportFate = 'added' | 'duplicate' | 'differs' | 'gone';

/**
 * Adds reports, at most one for each `key`. Returns each report's result, in the same order, and the added
 * reports. Of reports in one batch with the same key, the first counts; a later one is a duplicate if its
 * content (`say`) is equal, and otherwise differs.
 */
export async function addFirstOfEach<Report>(
  reports: readonly Report[],
  { key, say, add }: { key: (report: Report) => string; say: (report: Report) => string; add: Adding<Report> },
): Promise<{ fates: ReportFate[]; added: Report[] }> {
  const places = new Map<string, number>();
  const fates: ReportFate[] = [];
  for (const [place, report] of reports.entries()) {
    const before = places.get(key(report));
    if (before === undefined) places.set(key(report), place);
    else fates[place] = say(reports[before] as Report) === say(report) ? 'duplicate' : 'differs';
  }
  const first = [...places.values()];
  const added: Report[] = [];
  for (const [at, fate] of (await add(first.map((place) => reports[place] as Report))).entries()) {
    const place = first[at] as number;
    fates[place] = fate;
    if (fate === 'added') added.push(reports[place] as Report);
  }
  return { fates, added };
}

type Adding<Report> = (firsts: readonly Report[]) => Promise<ReportFate[]>;

/**
 * Rounds a number as the database stores it. A number too close to 0 becomes 0, where the database would
 * raise an error.
 */
export function asReal(value: number | null): number | null {
  return value === null ? null : Math.fround(value);
}
