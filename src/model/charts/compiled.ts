import { compile, type TopLevelSpec } from 'vega-lite';
import type { VegaSpec } from './spec-parts.ts';

/** The only warning to ignore: Vega-Lite gives it for every chart that is sized by steps. */
const known = /^Dropping "fit-[xy]"/;

/**
 * Compiles a Vega-Lite chart to Vega (CHART-2). Only the build and the tests call it: the build replaces each
 * `*.vl.ts` with the result (scripts/compiled-charts.ts), so the page has no compiler.
 * @throws Error if Vega-Lite warns about the chart.
 */
export function compiled(chart: TopLevelSpec): VegaSpec {
  const refuse = (...words: readonly unknown[]) => {
    const text = words.join(' ');
    if (!known.test(text)) throw new Error(`Vega-Lite: ${text}`);
    return logger;
  };
  const quiet = () => logger;
  const logger = { level: quiet, error: refuse, warn: refuse, info: quiet, debug: quiet };
  return compile(chart, { logger: logger as never }).spec as VegaSpec;
}
