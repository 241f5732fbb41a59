import { accepted, refused, type Result } from '../result.ts';

/** What changed with a version, for the people who use the console or run a host. */
export type ChangelogEntry = {
  version: string;
  /** `YYYY-MM-DD` */
  date: string;
  summary: string;
  newFeatures: readonly string[];
  improvements: readonly string[];
  bugfixes: readonly string[];
};

/** The lists of a version by their titles, in the order in which they stand. */
const lists = { 'New Features': 'newFeatures', Improvements: 'improvements', Bugfixes: 'bugfixes' } as const;
const titles = Object.keys(lists);

/**
 * The versions in CHANGELOG.md, newest first as they stand there (NAV-29): a heading `## version – date`, a
 * summary, and up to three lists. What is set as code there is plain text here.
 * @awaits the screen of the changelog
 */
export function readChangelog(text: string): Result<ChangelogEntry[]> {
  const [, ...parts] = text.split(/^## /m);
  const entries: ChangelogEntry[] = [];
  for (const part of parts) {
    const entry = readEntry(part);
    if (!entry.ok) return entry;
    entries.push(entry.value);
  }
  return accepted(entries);
}

function readEntry(part: string): Result<ChangelogEntry> {
  const [head = '', ...rest] = part.split('\n');
  const [, version, date] = /^(\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$/.exec(head) ?? [];
  if (version === undefined || date === undefined) return refused(`'${head}' is no version with its date`);
  const [before = '', ...sections] = rest.join('\n').split(/^### /m);
  const summary = oneLine(before);
  if (summary === '') return refused(`${version} has no summary`);
  const entry = { version, date, summary, newFeatures: [], improvements: [], bugfixes: [] } as ChangelogEntry;
  let from = 0;
  for (const section of sections) {
    const [title = '', ...lines] = section.split('\n');
    const at = titles.indexOf(title, from);
    if (at < 0) return refused(`${version} has ${title} where no list of that name belongs`);
    from = at + 1;
    const [, ...items] = `\n${lines.join('\n')}`.split(/\n- /);
    if (items.length === 0) return refused(`The list ${title} of ${version} is empty`);
    entry[lists[title as keyof typeof lists]] = items.map(oneLine);
  }
  return accepted(entry);
}

function oneLine(text: string): string {
  return text.replaceAll('`', '').replace(/\s+/g, ' ').trim();
}
