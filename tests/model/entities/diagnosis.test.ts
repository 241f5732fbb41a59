import { expect, test } from 'vitest';
import { bySeverity, type Finding, worstSeverity } from '#model/entities/diagnosis.ts';

const finding = (topic: string, severity: Finding['severity']): Finding => ({ topic, severity, text: '', advice: null });

test('the worst of what was found comes first, and says how bad it is as a whole (DOC-1)', () => {
  const found = [
    finding('A', 'fine'),
    finding('B', 'warning'),
    finding('C', 'critical'),
    finding('D', 'warning'),
    finding('E', 'notice'),
  ];
  expect(bySeverity(found).map(({ topic }) => topic)).toEqual(['C', 'B', 'D', 'E', 'A']);
  expect(worstSeverity(found)).toBe('critical');
  expect(worstSeverity([])).toBe('fine');
});
