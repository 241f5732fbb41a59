import { useProvider } from '@adobe/react-spectrum/Provider';
import { ownColour } from '../../model/live/palette.ts';

/** Returns a receiver's or site's colour as charts show it in the page's scheme (LOOK-4), else grey. */
export function useOwnColour(color: string | undefined): string {
  const { colorScheme } = useProvider();
  return color === undefined ? 'var(--console-disabled)' : ownColour(color, 0, colorScheme === 'light' ? 'light' : 'dark');
}
