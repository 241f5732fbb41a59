import { parse, type Spec, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import type { Chart } from '#model/charts/chart.ts';
import { chartSpec } from '#model/charts/chart-spec.ts';

export type Mark = {
  datum?: { key: string; value: number };
  x: number;
  y: number;
  dx?: number;
  width: number;
  height: number;
  fill?: string;
  items?: Mark[];
  name?: string;
  text?: string;
  align?: string;
};

/** Draws a chart without a screen, and returns its marks and texts. */
export async function drawnMarks(
  chart: Chart,
  scheme: 'light' | 'dark' = 'light',
  width = 600,
): Promise<{ marks: Mark[]; texts: Mark[]; height: number; width: number }> {
  const spec = chartSpec(chart, { scheme, width });
  const view = new View(parse(spec as unknown as Spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: 'none',
  });
  await view.runAsync();
  const isOfMarks = ({ name, items = [] }: Mark): boolean => name?.endsWith('marks') === true && items[0]?.text === undefined;
  const found: Mark[] = [];
  const texts: Mark[] = [];
  const visit = (item: Mark): void => {
    if (typeof item.text === 'string') texts.push(item);
    if (isOfMarks(item)) found.push(...(item.items ?? []));
    else for (const inner of item.items ?? []) visit(inner);
  };
  visit((view.scenegraph() as unknown as { root: Mark }).root);
  const size = { height: view.height(), width: view.width() };
  view.finalize();
  return { marks: found, texts, ...size };
}
