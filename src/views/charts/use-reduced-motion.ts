import { useMedia } from '../controls/use-media.ts';

/** True while the person asks for less motion (look.md, Motion and waiting). */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
