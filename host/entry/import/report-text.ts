import type { FileReport, RowsDone } from './import-file.ts';
import type { ImportReport } from './run-import.ts';

const count = (value: number) => value.toLocaleString('en');

const maxNamed = 10;

/** Returns '… May.csv: 5,585 of 117,975 rows done (4 %)'. Leaves out the total if it is unknown. */
export function progressText(file: string, { rows, of, part }: RowsDone): string {
  const total = of === null ? '' : ` of ${count(of)}`;
  return `… ${file}: ${count(rows)}${total} rows done (${Math.floor(part * 100)} %)`;
}

/** Returns the report as lines for a person. Warnings come last, where people see them. */
export function reportLines(report: ImportReport, systemId: string): string[] {
  const { made, siteFaults, sitesLeftOut, files } = report;
  const lines = siteFaults.slice(0, maxNamed);
  if (siteFaults.length > maxNamed) lines.push(`… and ${count(siteFaults.length - maxNamed)} more such rows in the sites file`);
  if (report.created) lines.push(...createdLines(report, systemId));
  if (made.sites.length > 0) lines.push(`Sites created: ${named(made.sites)}`);
  for (const [why, sites] of sitesLeftOut) lines.push(`Sites left out because ${why}: ${named(sites)}`);
  if (made.receivers.length > 0) lines.push(`Receivers created: ${named(made.receivers)}`);
  if (made.modems.length > 0) lines.push(`Modems created: ${named(made.modems)}`);
  return [...lines, ...files.flatMap(fileLines), ...files.flatMap(warningLines)];
}

/** Returns the first names, and how many more there are. */
function named(names: readonly string[]): string {
  const first = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${first} and ${count(names.length - maxNamed)} more` : first;
}

function createdLines({ owner }: ImportReport, systemId: string): string[] {
  return [
    `Created system ${systemId}. A running host shows it within seconds.`,
    owner === null
      ? `Nobody has a role in it yet. Give one with: npm run admin -- roles grant USER ${systemId} owner`
      : `${owner} is its Owner. Add others with: npm run admin -- roles grant USER ${systemId} ROLE`,
  ];
}

function fileLines(report: FileReport): string[] {
  const { file, format, read, imported, duplicate, rejected, reasons, first, rejectedFile, broken, repeated } = report;
  const lines = [
    `${file} (${format}): ${count(read)} read, ${count(imported)} imported, ${count(duplicate)} duplicate, ${count(rejected)} rejected`,
  ];
  const byCount = [...reasons].sort((a, b) => b[1] - a[1]);
  for (const [reason, times] of byCount) lines.push(`  ${count(times)} × ${reason}`);
  if (rejected > 0) lines.push(`  first rejected: ${first.map(({ line, reason }) => `line ${line} (${reason})`).join('; ')}`);
  if (rejectedFile !== null) lines.push(`  rejected rows are in ${rejectedFile}`);
  if (repeated.first + repeated.second > 0) {
    const [all, first, second] = [repeated.first + repeated.second, repeated.first, repeated.second].map(count);
    lines.push(
      `  ${all} rows are in an hour that the clocks repeat: by their order, ${first} read as the first pass, ${second} as the second`,
    );
  }
  if (broken !== null) lines.push(`  the file could not be read to its end (${broken}); everything before that is imported`);
  return lines;
}

function warningLines({ file, read, rejected }: FileReport): string[] {
  if (rejected * 2 <= read) return [];
  const share = rejected === read ? 'ALL ROWS' : 'MORE THAN HALF OF THE ROWS';
  return ['', `!!! ${share} WERE REJECTED: ${count(rejected)} of ${count(read)} in ${file}. The reasons are above.`];
}
