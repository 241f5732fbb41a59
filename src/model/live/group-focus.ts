/** The legend group that is isolated (`only`) or hidden (`without`); `value` is of the kind in `groupBy`. */
export type GroupFocus = { readonly mode: 'only' | 'without'; readonly value: number };

/**
 * Returns the focus after a press on a legend group (LIVE-28): the first press isolates the group, the second
 * hides it, the third ends the focus.
 */
export function nextFocus(focus: GroupFocus | null, value: number): GroupFocus | null {
  if (focus?.value !== value) return { mode: 'only', value };
  return focus.mode === 'only' ? { mode: 'without', value } : null;
}

/** Returns true for groups that are drawn. */
export function isInFocus(focus: GroupFocus | null, value: number): boolean {
  return focus === null || (focus.value === value) === (focus.mode === 'only');
}

export function isSameFocus(one: GroupFocus | null, other: GroupFocus | null): boolean {
  return one?.value === other?.value && one?.mode === other?.mode;
}

/**
 * Returns the text that announces the focus: 'Only Code 17 is shown', 'Code 17 is hidden', 'All groups are
 * shown'.
 */
export function focusText(focus: GroupFocus | null, label: (value: number) => string): string {
  if (focus === null) return 'All groups are shown';
  return focus.mode === 'only' ? `Only ${label(focus.value)} is shown` : `${label(focus.value)} is hidden`;
}
