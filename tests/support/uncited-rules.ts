/**
 * Rules of docs/rules that no test cites yet. The list may only get shorter: cite the rule in the test that
 * proves it, and remove it here.
 */
export const uncitedRules: readonly string[] = [
  'ALM-11',
  'LOOK-3',
  'LOOK-14',
  'CODE-1',
  'CODE-8',
  'CODE-9',
  'CODE-11',
  'CODE-13',
  'CODE-14',
  'CODE-15',
  'CODE-16',
  'DET-2',
  'HOST-13',
  'JRN-9',
  'LIVE-16',
  'RX-28',
  'RX-29',
  'NAV-14',
  'SIM-7',
  'SPEED-4',
  'SPEED-6',
  'SPEED-7',
  'STAT-3',
];
