import { useProvider } from '@adobe/react-spectrum/Provider';
import { ownColour } from '../../model/live/palette.ts';

/** A receiver's or site's own colour as the charts show it in the page's scheme (LOOK-4), else grey. */
export function useOwnColour(color: string | undefined): string {
  const { colorScheme } = useProvider();
  return color === undefined ? 'var(--console-disabled)' : ownColour(color, 0, colorScheme === 'light' ? 'light' : 'dark');
}
