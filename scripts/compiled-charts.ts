import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Charts are written in Vega-Lite and compiled while the console is built (CHART-2): each `*.vl.ts` becomes
 * its Vega specification, and what vega-embed would compile with is left out.
 */
export const compiledCharts: Plugin = {
  name: 'compiled-charts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.vl.ts')) return null;
    const { default: spec } = (await import(pathToFileURL(id).href)) as { default: object };
    return { code: `export default ${JSON.stringify(spec)}`, moduleType: 'js', map: null };
  },
};
