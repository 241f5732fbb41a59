import { isStorableText } from './fields.ts';

/**
 * Bounds of what is taken as it comes: more than the largest configuration of a receiver has (a scan table of
 * 99, 200 frequency bins).
 */
const deepest = 8;
const mostValues = 5_000;
const longestText = 4_096;
const longestKey = 64;

/** The error message for JSON that cannot be stored. */
export const unstorableJson = 'Too deep, too much, or a text that cannot be stored';

/**
 * True for JSON that a schema lets through unseen and PostgreSQL stores as it stands, within the bounds
 * above.
 */
export function isStorableJson(value: unknown): boolean {
  let left = mostValues;
  const fits = (part: unknown, depth: number): boolean => {
    if (--left < 0 || depth > deepest) return false;
    if (typeof part === 'string') return part.length <= longestText && isStorableText(part);
    if (typeof part === 'number') return Number.isFinite(part);
    if (typeof part !== 'object' || part === null) return true;
    return Object.entries(part).every(
      ([key, inner]) => key.length <= longestKey && isStorableText(key) && fits(inner, depth + 1),
    );
  };
  return fits(value, 0);
}
