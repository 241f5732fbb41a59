/**
 * Replaces the Vega-Lite compiler that vega-embed imports. The console's charts are compiled when it is built
 * (CHART-2), so it is never called.
 */
export const version = 'left out';

export function compile(): never {
  throw new Error('Charts are compiled when the console is built');
}
