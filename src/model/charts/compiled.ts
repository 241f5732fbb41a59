import { compile, type TopLevelSpec } from 'vega-lite';
import type { VegaSpec } from './spec-parts.ts';

/** A size by steps needs no fitting, and Vega-Lite says so each time. */
const known = /^Dropping "fit-[xy]"/;

/**
 * A chart that is written in Vega-Lite, in Vega's words (CHART-2). Only the build and tests come here: the
 * build puts the answer in the place of each `*.vl.ts` (scripts/compiled-charts.ts), and the page has no
 * compiler.
 * @throws Error where Vega-Lite warns of the chart.
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
