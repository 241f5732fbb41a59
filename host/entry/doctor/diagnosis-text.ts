import { type Diagnosis, type Severity, worstSeverity } from '#model/entities/diagnosis.ts';

const words: Readonly<Record<Severity, string>> = { critical: 'CRITICAL', warning: 'WARNING', notice: 'notice', fine: 'fine' };
const widest = 8;

/**
 * The exit code of `npm run doctor`: 0 if nothing needs to be done, 1 for a warning, 2 for a critical finding
 * (DOC-11).
 */
export const exitCodes: Readonly<Record<Severity, number>> = { fine: 0, notice: 0, warning: 1, critical: 2 };

/** Returns the findings as a page for a terminal, the worst first, with advice. */
export function diagnosisLines({ at, findings }: Diagnosis): string[] {
  const lines = findings.flatMap(({ topic, severity, text, advice }) => [
    `${words[severity].padEnd(widest)}  ${topic}: ${text}`,
    ...(advice === null ? [] : [`${' '.repeat(widest)}  → ${advice}`]),
  ]);
  const counts = (['critical', 'warning', 'notice'] as const)
    .map((severity) => ({ severity, count: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`);
  return [
    `Checked on ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ...lines,
    counts.length === 0 ? 'All is well.' : `${counts.join(', ')}. Exit code ${exitCodes[worstSeverity(findings)]}.`,
  ];
}
