import type { FileReport } from './import-file.ts';
import type { ImportReport } from './run-import.ts';

const count = (value: number) => value.toLocaleString('en');

/** The report as lines for a person. */
export function reportLines({ created, made, siteFaults, files }: ImportReport, systemId: string): string[] {
  const lines = [...siteFaults];
  if (created) lines.push(`System ${systemId} was made; a running host shows it within seconds.`);
  if (made.sites.length > 0) lines.push(`Sites made: ${made.sites.join(', ')}`);
  if (made.receivers.length > 0) lines.push(`Receivers made: ${made.receivers.join(', ')}`);
  return [...lines, ...files.flatMap(fileLines)];
}

function fileLines(report: FileReport): string[] {
  const { file, format, read, imported, duplicate, rejected, reasons, first, rejectedFile, broken } = report;
  const lines = [
    `${file} (${format}): ${count(read)} read, ${count(imported)} imported, ${count(duplicate)} duplicate, ${count(rejected)} rejected`,
  ];
  const byCount = [...reasons].sort((a, b) => b[1] - a[1]);
  for (const [reason, times] of byCount) lines.push(`  ${count(times)} × ${reason}`);
  if (rejected > 0) lines.push(`  first rejected: ${first.map(({ line, reason }) => `line ${line} (${reason})`).join('; ')}`);
  if (rejectedFile !== null) lines.push(`  rejected rows are in ${rejectedFile}`);
  if (broken !== null) lines.push(`  the file could not be read to its end (${broken}); what was read before is imported`);
  return lines;
}
