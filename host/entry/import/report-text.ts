import type { FileReport } from './import-file.ts';
import type { ImportReport } from './run-import.ts';

const count = (value: number) => value.toLocaleString('en');

const maxNamed = 10;

/** The report as lines for a person. What asks for a second look stands last, where it is seen. */
export function reportLines(report: ImportReport, systemId: string): string[] {
  const { made, siteFaults, sitesLeftOut, files } = report;
  const lines = siteFaults.slice(0, maxNamed);
  if (siteFaults.length > maxNamed) lines.push(`… and ${count(siteFaults.length - maxNamed)} more such rows of the sites file`);
  if (report.created) lines.push(...createdLines(report, systemId));
  if (made.sites.length > 0) lines.push(`Sites made: ${named(made.sites)}`);
  for (const [why, sites] of sitesLeftOut) lines.push(`Sites left out, as ${why}: ${named(sites)}`);
  if (made.receivers.length > 0) lines.push(`Receivers made: ${named(made.receivers)}`);
  if (made.modems.length > 0) lines.push(`Modems made: ${named(made.modems)}`);
  return [...lines, ...files.flatMap(fileLines), ...files.flatMap(warningLines)];
}

/** The first names, and how many more there are. */
function named(names: readonly string[]): string {
  const first = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${first} and ${count(names.length - maxNamed)} more` : first;
}

function createdLines({ owner }: ImportReport, systemId: string): string[] {
  return [
    `System ${systemId} was made; a running host shows it within seconds.`,
    owner === null
      ? `Nobody belongs to it yet: npm run admin -- roles grant USER ${systemId} owner`
      : `${owner} is its Owner; others join by: npm run admin -- roles grant USER ${systemId} ROLE`,
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
      `  ${all} rows lie in an hour that the clocks repeat: by their order ${first} read as its first time, ${second} as its second`,
    );
  }
  if (broken !== null) lines.push(`  the file could not be read to its end (${broken}); what was read before is imported`);
  return lines;
}

function warningLines({ file, read, rejected }: FileReport): string[] {
  if (rejected * 2 <= read) return [];
  const share = rejected === read ? 'ALL ROWS' : 'MORE THAN HALF OF THE ROWS';
  return ['', `!!! ${share} WERE REJECTED: ${count(rejected)} of ${count(read)} in ${file}. The reasons are above.`];
}
