/** What became of one: there was an equal one of that time already, another one, or its sender is gone. */
export type ReportFate = 'added' | 'duplicate' | 'differs' | 'gone';

/**
 * Adds reports of which there is one of each `key` at the most, and answers by place what became of each, and
 * which were added. Of equal ones in one batch, by what they `say`, the first counts; another one is refused.
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

/** A number as the storage has it: what is too small for it would be an error there. */
export function asReal(value: number | null): number | null {
  return value === null ? null : Math.fround(value);
}
