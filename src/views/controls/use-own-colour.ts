import { useProvider } from '@adobe/react-spectrum/Provider';
import { ownColour } from '../../model/live/palette.ts';

/**
 * Returns the colour of a receiver or site as charts show it in the page's scheme (LOOK-4); grey if it is
 * undefined.
 */
export function useOwnColour(color: string | undefined): string {
  const { colorScheme } = useProvider();
  return color === undefined ? 'var(--console-disabled)' : ownColour(color, 0, colorScheme === 'light' ? 'light' : 'dark');
}
