/**
 * Stands where vega-embed looks for the compiler of Vega-Lite: charts come compiled (CHART-2), and this page
 * shows none that is not.
 */
export const version = 'left out';

export function compile(): never {
  throw new Error('Charts are compiled when the console is built');
}
