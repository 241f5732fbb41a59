import * as v from 'valibot';

/** How bad what was found is, the worst last. */
export const severities = ['fine', 'notice', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** One thing that an operator should know of the host (DOC-1). */
export const findingSchema = v.object({
  /** What was looked at: 'Disk', 'Backup'. */
  topic: v.string(),
  severity: v.picklist(severities),
  /** How it is, in one or two sentences. */
  text: v.string(),
  /** What to do; null where nothing has to be done. */
  advice: v.nullable(v.string()),
});
export type Finding = v.InferOutput<typeof findingSchema>;

/** What was found at a moment (ms since the epoch). */
export const diagnosisSchema = v.object({ at: v.number(), findings: v.array(findingSchema) });
export type Diagnosis = v.InferOutput<typeof diagnosisSchema>;

/** The worst of what was found; 'fine' of nothing. */
export function worstSeverity(findings: readonly Pick<Finding, 'severity'>[]): Severity {
  return findings.reduce<Severity>(
    (worst, { severity }) => (severities.indexOf(severity) > severities.indexOf(worst) ? severity : worst),
    'fine',
  );
}

/** The worst first, and as they came among those that are as bad. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity));
}
