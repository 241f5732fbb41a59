import * as v from 'valibot';

/** The severities of findings, the worst last. */
export const severities = ['fine', 'notice', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** One thing that an operator should know about the host (DOC-1). */
export const findingSchema = v.object({
  /** The subject: 'Disk', 'Backup'. */
  topic: v.string(),
  severity: v.picklist(severities),
  /** The state of the subject, in one or two sentences. */
  text: v.string(),
  /** What to do; null if nothing. */
  advice: v.nullable(v.string()),
});
export type Finding = v.InferOutput<typeof findingSchema>;

/** All findings at a moment (ms since 1970). */
export const diagnosisSchema = v.object({ at: v.number(), findings: v.array(findingSchema) });
export type Diagnosis = v.InferOutput<typeof diagnosisSchema>;

/** Returns the worst severity; 'fine' if there are no findings. */
export function worstSeverity(findings: readonly Pick<Finding, 'severity'>[]): Severity {
  return findings.reduce<Severity>(
    (worst, { severity }) => (severities.indexOf(severity) > severities.indexOf(worst) ? severity : worst),
    'fine',
  );
}

/** Sorts findings, worst first; equally severe ones keep their order. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity));
}
