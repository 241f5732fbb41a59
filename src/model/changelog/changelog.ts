/** The sections of a version, in their order. */
export const changeSections = ['New Features', 'Improvements', 'Bugfixes'] as const;
export type ChangeSection = (typeof changeSections)[number];

/** A version of the product; `date` is 'YYYY-MM-DD', items are plain text with code in backticks. */
export type Version = {
  version: string;
  date: string;
  summary: string;
  sections: readonly { title: ChangeSection; items: readonly string[] }[];
};

/**
 * The changelog that the screen shows; `unseen` contains the numbers of the versions that are new since the
 * last visit.
 */
export type Changelog = { versions: readonly Version[]; unseen: readonly string[] };

/**
 * Returns the versions of CHANGELOG.md, newest first (NAV-30). Throws an error that names the version if a
 * part is unreadable.
 */
export function readChangelog(text: string): readonly Version[] {
  const [, ...parts] = text.split(/^## /m);
  return parts.map(readVersion);
}

function readVersion(part: string): Version {
  const [head = '', ...rest] = part.split('\n');
  const [, version, date] = /^(\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$/.exec(head) ?? [];
  if (version === undefined || date === undefined) throw new Error(`'${head}' is no version with its date`);
  const [summary = '', ...lists] = rest.join('\n').split(/^### /m);
  if (summary.trim() === '') throw new Error(`${version} has no summary`);
  const sections = lists.map((list) => readSection(version, list));
  const titles = sections.map(({ title }) => title);
  const places = titles.map((title) => changeSections.indexOf(title));
  if (places.some((place, at) => at > 0 && place <= (places[at - 1] ?? 0)))
    throw new Error(`${version} has ${titles.join(', ')}`);
  return { version, date, summary: oneLine(summary), sections };
}

function readSection(version: string, list: string): Version['sections'][number] {
  const [head = '', ...lines] = list.split('\n');
  const title = changeSections.find((known) => known === head);
  if (title === undefined) throw new Error(`${version} has ${head}`);
  const [, ...items] = `\n${lines.join('\n')}`.split(/\n- /);
  if (items.length === 0) throw new Error(`A list of ${version} is empty`);
  return { title, items: items.map(oneLine) };
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/**
 * Returns the numbers of the versions newer than `seen`, the newest version at the last visit. Returns none
 * if `seen` is null (a first visit), and all if it is not in the list.
 */
export function unseenVersions(versions: readonly Version[], seen: string | null): readonly string[] {
  if (seen === null) return [];
  const at = versions.findIndex(({ version }) => version === seen);
  return versions.slice(0, at === -1 ? versions.length : at).map(({ version }) => version);
}

/** Splits an item into plain text and code in backticks. */
export function codeParts(item: string): readonly { text: string; isCode: boolean }[] {
  return item
    .split('`')
    .map((text, at) => ({ text, isCode: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
