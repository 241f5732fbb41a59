import { useMedia } from '../controls/use-media.ts';

/** Returns true while the person prefers reduced motion (LOOK-10). */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
