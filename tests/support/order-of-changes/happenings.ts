/** What may happen in a run. `edit`, `step` and `hear` are more frequent. */
export const happenings = [
  ...(['edit', 'step', 'hear'] as const).flatMap((often) => Array.from({ length: 6 }, () => often)),
  ...(['act', 'step', 'step', 'hear', 'load', 'ask', 'undo'] as const).flatMap((often) => [often, often, often]),
  'agree',
  'repeat',
  'repeat',
  'lose',
  'lose',
  'drop',
  'heartbeat',
  'redo',
  'tab',
  'import',
  'report',
  'report',
  'backup',
  'restore',
  'import',
  'prune',
  'prune',
  'role',
  'cut',
  'cut',
] as const;
export type Happening = { what: (typeof happenings)[number]; a: number; b: number };

/** What the runs must contain often enough. */
export const occurrences = [
  'repeat after the commit',
  'echo before reply',
  'load older than folded changes',
  'demotion',
  'deletion',
  'new epoch under a pending operation',
  'gap',
  'replies in reverse',
  'too large to be told',
  'no longer known',
  'nothing to change',
  'undo',
  'refusal',
] as const;
export type Occurrence = (typeof occurrences)[number];
