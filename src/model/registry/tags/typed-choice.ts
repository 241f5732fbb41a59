/** Returns the id of the one item with the typed name, ignoring case; null if none or several (FORM-20). */
export function idOfTyped(items: readonly (readonly [id: number, name: string])[], text: string): number | null {
  const typed = text.trim().toLowerCase();
  const called = items.filter(([, name]) => name.trim().toLowerCase() === typed);
  return called.length === 1 ? (called[0]?.[0] ?? null) : null;
}
