import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Compiles charts during the build (CHART-2): each Vega-Lite file (`*.vl.ts`) becomes its Vega specification,
 * and vega-embed's compiler is left out.
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
