import { useMedia } from '../controls/use-media.ts';

/** True while the person asks for less motion (LOOK-10). */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
