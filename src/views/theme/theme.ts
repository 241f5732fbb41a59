import type { Theme } from '@adobe/react-spectrum/Provider';
import { defaultTheme } from '@adobe/react-spectrum/defaultTheme';
import './theme.css';
import './layout.css';

/**
 * Spectrum's theme with the product's green and gold (LOOK-1): one class per scheme overrides the accent's
 * variables.
 */
export const theme: Theme = {
  ...defaultTheme,
  light: { ...defaultTheme.light, consoleLight: 'console-light' },
  dark: { ...defaultTheme.dark, consoleDark: 'console-dark' },
};
